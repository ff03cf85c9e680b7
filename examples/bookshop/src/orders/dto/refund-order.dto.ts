import { IntersectionType } from '@nestjs/mapped-types';
import { IsBoolean, IsOptional, IsString, Length } from 'class-validator';
import { OrderNumberDto } from './order-number.dto.js';

export class RefundReasonDto {
  @IsString()
  @Length(3, 200)
  reason!: string;

  /** Whether the books came back and can be sold again. */
  @IsOptional()
  @IsBoolean()
  restock: boolean = false;
}

export class RefundOrderDto extends IntersectionType(OrderNumberDto, RefundReasonDto) {}
