import { Injectable } from '@nestjs/common';
import { IsIn, IsString } from 'class-validator';
import type { ChangedList } from 'nest-mcp';
import { McpCompletion, McpContext, McpNotificationBus, McpRegistry, McpTool } from 'nest-mcp';

class ListDto {
  @IsIn(['tools', 'resources', 'prompts'])
  list!: ChangedList;
}

class UriDto {
  @IsString()
  uri!: string;
}

const LEARNED = Array.from({ length: 50 }, (_, number) => `learned_${number}`);

/** Tools about tools: how they are listed, and how they come and go. */
@Injectable()
export class CatalogueService {
  constructor(
    private readonly registry: McpRegistry,
    private readonly notifications: McpNotificationBus,
  ) {}

  @McpTool({
    title: 'Described',
    description: 'Says everything that a list can say',
    annotations: {
      title: 'Described by its hints',
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    icons: [{ src: 'data:image/png;base64,aQ==', mimeType: 'image/png', sizes: ['any'] }],
    input: { type: 'object', properties: { day: { type: 'string', format: 'date' } } },
    output: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
    meta: { 'surface/team': 'catalogue' },
  })
  described() {
    return { ok: true };
  }

  @McpTool({ annotations: { readOnlyHint: false, idempotentHint: true, openWorldHint: false } })
  hinted(): string {
    return 'never runs: the policy refuses';
  }

  @McpTool()
  hiddenTool({ uri }: UriDto): string {
    return uri;
  }

  @McpCompletion({ tool: 'hidden_tool', argument: 'uri' })
  hiddenUris(): string[] {
    return ['surface://private'];
  }

  @McpTool()
  changeList({ list }: ListDto): string {
    // Said fifty times in one go, which is said once.
    for (const _name of LEARNED) this.notifications.listChanged(list);
    return 'changed';
  }

  @McpTool()
  touch({ uri }: UriDto): string {
    this.notifications.resourceUpdated(uri);
    return 'touched';
  }

  @McpTool()
  async learn(): Promise<string> {
    await this.registry.registerTools(LEARNED.map((name) => ({ name, handler: () => name })));
    return 'learned';
  }

  @McpTool()
  forget(): string {
    this.registry.unregisterTools(LEARNED);
    return 'forgotten';
  }

  /** Served by the server that declares next to nothing, too. */
  @McpTool({ server: ['default', 'bare'] })
  async whisper(ctx: McpContext): Promise<string> {
    await ctx.log('emergency', 'whispered');
    return 'said nothing';
  }
}
