import { IsInt, IsOptional, IsString } from 'class-validator';
import { McpHeader } from 'nest-mcp';

export class RegionDto {
  @McpHeader('Region')
  @IsOptional()
  @IsString()
  region?: string;

  @IsOptional()
  @IsInt()
  level?: number;
}
