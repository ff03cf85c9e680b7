import { Type } from 'class-transformer';
import { IsArray, IsInt, IsString, Min, ValidateNested } from 'class-validator';

export class LowStockDto {
  @IsString()
  isbn!: string;

  @IsString()
  title!: string;

  @IsInt()
  @Min(0)
  stock!: number;
}

export class StockReportDto {
  @IsInt()
  titles!: number;

  @IsInt()
  copies!: number;

  @IsInt()
  valueCents!: number;

  @IsString()
  currency!: string;

  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => LowStockDto)
  low!: LowStockDto[];
}
