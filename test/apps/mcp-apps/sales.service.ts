// sales.service.ts
import { Injectable } from '@nestjs/common';
import { IsInt } from 'class-validator';
import type { CallToolResult, ReadResourceResult } from 'nest-mcp';
import { McpContext, McpResource, McpTool } from 'nest-mcp';
import { SALES_PAGE } from './sales.page.js';

const VIEW = 'ui://sales/chart';
const VIEW_TYPE = 'text/html;profile=mcp-app';

class YearDto {
  @IsInt()
  year!: number;
}

class SalesDto {
  @IsInt()
  year!: number;

  @IsInt({ each: true })
  quarters!: number[];
}

@Injectable()
export class SalesService {
  @McpTool({
    description: 'Sales of one year',
    annotations: { readOnlyHint: true },
    output: SalesDto,
    meta: { ui: { resourceUri: VIEW } },
  })
  yearlySales({ year }: YearDto, ctx: McpContext): CallToolResult {
    const sales = this.salesOf(year);
    const total = sales.quarters.reduce((sum, quarter) => sum + quarter, 0);
    const text = ctx.clientSupports('extensions.io.modelcontextprotocol/ui')
      ? `Sold ${total} in ${year}; the person sees a chart by quarter.`
      : `Sold ${total} in ${year}, by quarter: ${sales.quarters.join(', ')}.`;
    return { content: [{ type: 'text', text }], structuredContent: { ...sales } };
  }

  @McpTool({
    description: 'The numbers for the chart, once more',
    annotations: { readOnlyHint: true },
    output: SalesDto,
    meta: { ui: { resourceUri: VIEW, visibility: ['app'] } },
  })
  refreshSales({ year }: YearDto): SalesDto {
    return this.salesOf(year);
  }

  @McpResource({ uri: VIEW, description: 'Sales as a chart', mimeType: VIEW_TYPE })
  chart(): ReadResourceResult {
    const ui = { prefersBorder: true, csp: { resourceDomains: ['https://cdn.shop.example'] } };
    return { contents: [{ uri: VIEW, mimeType: VIEW_TYPE, text: SALES_PAGE, _meta: { ui } }] };
  }

  private salesOf(year: number): SalesDto {
    return { year, quarters: [10, 20, 30, 40] };
  }
}
