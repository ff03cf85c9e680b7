import { Injectable } from '@nestjs/common';
import { McpResource } from 'nest-mcp';
import { RED_PIXEL_PNG } from './media.js';
import { TemplateIdDto } from './template-id.dto.js';

@Injectable()
export class TestResources {
  @McpResource({
    uri: 'test://static-text',
    mimeType: 'text/plain',
    description: 'A text that never changes',
  })
  staticText(): string {
    return 'This is the content of the static text resource.';
  }

  @McpResource({
    uri: 'test://static-binary',
    mimeType: 'image/png',
    description: 'An image that never changes',
  })
  staticBinary(): Buffer {
    return Buffer.from(RED_PIXEL_PNG, 'base64');
  }

  @McpResource({
    uri: 'test://watched-resource',
    mimeType: 'text/plain',
    description: 'A text that clients subscribe to',
  })
  watchedResource(): string {
    return 'This is the content of the watched resource.';
  }

  @McpResource({
    uriTemplate: 'test://template/{id}/data',
    mimeType: 'application/json',
    description: 'The data of one id',
  })
  templateData({ id }: TemplateIdDto) {
    return { id, templateTest: true, data: `Data for ID: ${id}` };
  }
}
