import { Type } from 'class-transformer';
import { IsEnum, IsInt, IsOptional, Max, Min } from 'class-validator';
import { Genre } from '../genre.js';

export class StockReportQueryDto {
  @IsOptional()
  @IsEnum(Genre)
  genre?: Genre;

  /** Copies at or below which a book counts as low; the shop's setting if absent. */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(1000)
  lowStock?: number;
}
