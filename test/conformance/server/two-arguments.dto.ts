import { IsString } from 'class-validator';

export class TwoArgumentsDto {
  @IsString()
  arg1!: string;

  @IsString()
  arg2!: string;
}
