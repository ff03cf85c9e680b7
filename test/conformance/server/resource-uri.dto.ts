import { IsString } from 'class-validator';

export class ResourceUriDto {
  @IsString()
  resourceUri!: string;
}
