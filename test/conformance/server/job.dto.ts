import { IsNumber, IsString, Min } from 'class-validator';

export class JobDto {
  @IsNumber()
  @Min(0)
  seconds!: number;

  @IsString()
  label!: string;
}
