import { Injectable } from '@nestjs/common';
import { IsNumber } from 'class-validator';
import { McpHeader, McpTool } from 'nest-mcp';

export class ShareDto {
  @McpHeader('Share') @IsNumber() share!: number;
}

/** A tool that clients would leave out of their lists. */
@Injectable()
export class MisroutedQueries {
  @McpTool({ name: 'misrouted' })
  run({ share }: ShareDto): number {
    return share;
  }
}
