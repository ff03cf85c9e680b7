import { Injectable } from '@nestjs/common';
import { McpContext, McpResource, McpTool } from 'nest-mcp';
import { IsString } from 'class-validator';

/**
 * How many notifications a {@link Firehose} sends in one go, of ten kilobytes each: several times what a
 * server may keep and what a connection takes on its way.
 */
export const SPILLED = 4_000;

export const TEN_KILOBYTES = 'x'.repeat(10 * 1024);

class DropDto {
  @IsString()
  drop!: string;
}

/** Says more than anybody reads. */
@Injectable()
export class Firehose {
  /** Reports without waiting, all in one go. */
  @McpTool()
  spill(ctx: McpContext): string {
    for (let step = 1; step <= SPILLED; step++) void ctx.progress(step, { message: TEN_KILOBYTES });
    return 'spilled';
  }

  @McpResource({ uriTemplate: 'fire://{drop}' })
  drop({ drop }: DropDto): string {
    return drop;
  }
}
