import { IsOptional, IsString } from 'class-validator';
import { McpHeader } from 'nest-mcp';

export class RouteDto {
  @IsString()
  line!: string;

  @McpHeader('Region')
  @IsOptional()
  @IsString()
  region?: string;
}
