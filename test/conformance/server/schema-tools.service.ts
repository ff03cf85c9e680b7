import { Injectable } from '@nestjs/common';
import type { SchemaSource } from 'nest-mcp';
import { McpArgs, McpTool } from 'nest-mcp';
import { readFileSync } from 'node:fs';
import { RegionDto } from './region.dto.js';

/** Keywords that a conversion would lose are the point of it. */
const contactSchema = JSON.parse(
  readFileSync(new URL('./contact.schema.json', import.meta.url), 'utf8'),
) as SchemaSource;

/** Tools that are about their input schemas. */
@Injectable()
export class SchemaTools {
  @McpTool({
    name: 'test_x_mcp_header',
    description: 'Has an argument that clients repeat in the header Mcp-Param-Region',
  })
  testXMcpHeader({ region = 'the default region' }: RegionDto): string {
    return `Ran in ${region}.`;
  }

  @McpTool({
    name: 'json_schema_2020_12_tool',
    description: 'Has an input schema of many JSON Schema 2020-12 keywords',
    input: contactSchema,
  })
  jsonSchema202012Tool(@McpArgs() contact: object): string {
    return `Called with ${JSON.stringify(contact)}`;
  }
}
