import { IsString } from 'class-validator';

export class LineDto {
  @IsString()
  line!: string;
}
