import { IsOptional, IsString, MaxLength } from 'class-validator';

export class SearchCustomersDto {
  /** A part of the customer's name or e-mail address. */
  @IsOptional()
  @IsString()
  @MaxLength(80)
  text?: string;
}
