import { Transform, Type } from 'class-transformer';
import {
  IsBoolean,
  IsEnum,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { Genre } from '../genre.js';

export enum BookOrder {
  Title = 'title',
  Cheapest = 'cheapest',
  Dearest = 'dearest',
  Newest = 'newest',
}

export class SearchBooksDto {
  /** A part of the title or of the author's name. */
  @IsOptional()
  @IsString()
  @MaxLength(80)
  text?: string;

  @IsOptional()
  @IsEnum(Genre)
  genre?: Genre;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  maxPriceCents?: number;

  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value))
  @IsBoolean()
  inStock?: boolean;

  @IsOptional()
  @IsEnum(BookOrder)
  sort: BookOrder = BookOrder.Title;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  page: number = 1;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(50)
  pageSize: number = 10;
}
