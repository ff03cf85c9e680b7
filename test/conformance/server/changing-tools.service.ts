import { Injectable } from '@nestjs/common';
import { McpNotificationBus, McpTool } from 'nest-mcp';

/** Tools after which clients that listen are told that a list changed. */
@Injectable()
export class ChangingTools {
  constructor(private readonly notifications: McpNotificationBus) {}

  @McpTool({ description: 'Says that the list of tools changed' })
  testTriggerToolChange(): string {
    this.notifications.listChanged('tools');
    return 'The tools changed.';
  }

  @McpTool({ description: 'Says that the list of prompts changed' })
  testTriggerPromptChange(): string {
    this.notifications.listChanged('prompts');
    return 'The prompts changed.';
  }
}
