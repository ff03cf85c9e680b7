import { Injectable } from '@nestjs/common';
import { IsString } from 'class-validator';
import type { Icon } from 'nest-mcp';
import { McpPrompt, McpRegistry, McpResource, McpTool } from 'nest-mcp';
import { bootContext } from '../../support/boot-app.js';
import { bootError } from '../../support/boot-error.js';

const icons: readonly Icon[] = [{ src: 'http://shop.example/icon.png' }];

class NameDto {
  @IsString()
  name!: string;
}

@Injectable()
class Tool {
  @McpTool({ icons })
  find(): void {}
}

@Injectable()
class Prompt {
  @McpPrompt({ icons })
  ask(): string {
    return '';
  }
}

@Injectable()
class Resource {
  @McpResource({ uri: 'shop://all', icons })
  all(): string {
    return '';
  }
}

@Injectable()
class Template {
  @McpResource({ uriTemplate: 'shop://items/{name}', icons })
  item(_input: NameDto): string {
    return '';
  }
}

describe('an icon that no client would show', () => {
  it.each([
    ['a tool', Tool, '@McpTool() on Tool.find'],
    ['a prompt', Prompt, '@McpPrompt() on Prompt.ask'],
    ['a resource', Resource, '@McpResource() on Resource.all'],
    ['a template', Template, '@McpResource() on Template.item'],
  ])('of %s keeps the application from booting, and the place is named', async (_, host, where) => {
    expect(await bootError({ providers: [host] })).toBe(
      `${where}: icons[0].src must be an https: or data: URI, not "http://shop.example/icon.png"`,
    );
  });

  it.each([
    ['tool', 'registerTools', { name: 'late' }],
    ['prompt', 'registerPrompts', { name: 'late' }],
    ['resource', 'registerResources', { name: 'late', uri: 'late:/a' }],
    ['resource template', 'registerResourceTemplates', { name: 'late', uriTemplate: 'late:/{a}' }],
  ] as const)('of a %s that comes later keeps it out', async (noun, method, given) => {
    const app = await bootContext({});
    const registry = app.get(McpRegistry);
    const late = [{ ...given, icons, handler: () => '' }];

    await expect(registry[method](late as never)).rejects.toThrow(
      new RegExp(String.raw`^${method}\(\), ${noun} 0 .*icons\[0\]\.src must be`),
    );
    expect([registry.tools, registry.prompts, registry.resources]).toEqual([[], [], []]);
    await app.close();
  });
});
