import { IsEnum, IsOptional } from 'class-validator';
import { OrderNumberDto } from '../../orders/dto/order-number.dto.js';
import { Tone } from '../tone.js';

export class ComplaintReplyDto extends OrderNumberDto {
  @IsOptional()
  @IsEnum(Tone)
  tone: Tone = Tone.Friendly;
}
