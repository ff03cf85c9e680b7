import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsInt,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { BookIsbnDto } from '../../catalogue/dto/book-isbn.dto.js';

export class PlaceOrderLineDto extends BookIsbnDto {
  @IsInt()
  @Min(1)
  @Max(20)
  quantity!: number;
}

export class PlaceOrderDto {
  @IsInt()
  @Min(1)
  customerId!: number;

  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @ValidateNested({ each: true })
  @Type(() => PlaceOrderLineDto)
  lines!: PlaceOrderLineDto[];
}
