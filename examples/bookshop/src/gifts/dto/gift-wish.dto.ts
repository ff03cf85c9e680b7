import { IsEnum, IsInt, IsOptional, IsString, MaxLength, Min, MinLength } from 'class-validator';
import { Genre } from '../../catalogue/genre.js';

/** What the person at the client fills in. */
export class GiftWishDto {
  @IsString()
  @MinLength(1)
  @MaxLength(80)
  recipient!: string;

  @IsEnum(Genre)
  genre!: Genre;

  @IsOptional()
  @IsInt()
  @Min(1)
  maxPriceCents?: number;
}
