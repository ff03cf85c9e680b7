import { Injectable } from '@nestjs/common';
import { IsIn, IsString } from 'class-validator';
import { McpNotificationBus, McpRegistry, McpResource, McpTool } from 'nest-mcp';

class StockUriDto {
  @IsString()
  isbn!: string;
}

class ListDto {
  @IsIn(['tools', 'resources', 'prompts'])
  list!: 'tools' | 'resources' | 'prompts';
}

/** Books on a shelf, and tools that change something and say so. */
@Injectable()
export class StockService {
  private readonly counts = new Map([
    ['978', 3],
    ['979', 1],
  ]);

  constructor(
    private readonly notifications: McpNotificationBus,
    private readonly registry: McpRegistry,
  ) {}

  @McpResource({ uriTemplate: 'shop://stock/{isbn}' })
  stock({ isbn }: StockUriDto): string {
    return String(this.counts.get(isbn) ?? 0);
  }

  @McpTool()
  sell({ isbn }: StockUriDto): string {
    this.counts.set(isbn, (this.counts.get(isbn) ?? 0) - 1);
    this.notifications.resourceUpdated(`shop://stock/${isbn}`);
    return 'sold';
  }

  @McpTool()
  change({ list }: ListDto): string {
    this.notifications.listChanged(list);
    return 'changed';
  }

  @McpTool()
  announce({ isbn }: StockUriDto): string {
    this.notifications.notify('notifications/stock/counted', { isbn, left: this.stock({ isbn }) });
    return 'announced';
  }

  @McpTool()
  async teach(): Promise<string> {
    await this.registry.registerTools([{ name: 'learned', handler: () => 'I know' }]);
    return 'taught';
  }
}
