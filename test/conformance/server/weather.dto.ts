import { IsNumber, IsString } from 'class-validator';

export class WeatherDto {
  @IsNumber()
  temperature!: number;

  @IsString()
  conditions!: string;
}
