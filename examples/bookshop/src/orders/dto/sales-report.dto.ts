import { Type } from 'class-transformer';
import { IsArray, IsInt, IsString, Max, Min, ValidateNested } from 'class-validator';

export class MonthOfSalesDto {
  @IsInt()
  @Min(1)
  @Max(12)
  month!: number;

  @IsInt()
  @Min(0)
  orders!: number;

  /** Without what was refunded. */
  @IsInt()
  @Min(0)
  revenueCents!: number;
}

export class SalesReportDto {
  @IsInt()
  year!: number;

  @IsInt()
  @Min(0)
  revenueCents!: number;

  @IsString()
  currency!: string;

  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => MonthOfSalesDto)
  months!: MonthOfSalesDto[];
}
