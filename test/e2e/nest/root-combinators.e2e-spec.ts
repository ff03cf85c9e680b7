import { Injectable } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { McpArgs, McpModule, McpPrompt, McpRegistry, McpTool } from 'nest-mcp';
import { z } from 'zod';
import { bootError } from '../../support/boot-error.js';
import { RecordingLogger } from '../../support/recording-logger.js';

const either = { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] };

@Injectable()
class Shop {
  @McpTool({ input: either })
  either(@McpArgs() _args: unknown): void {}

  @McpTool({ input: { type: 'object', oneOf: [{}], allOf: [{}] } })
  both(@McpArgs() _args: unknown): void {}

  @McpTool({ input: { type: 'object', properties: { v: { anyOf: [{ type: 'string' }] } } } })
  inside(@McpArgs() _args: unknown): void {}

  @McpTool({ output: { type: 'object', anyOf: [{ required: ['a'] }] } })
  outgoing(): object {
    return { a: 1 };
  }

  @McpPrompt({ input: either })
  prompt(@McpArgs() _args: unknown): string {
    return '';
  }
}

/** What an application with these tools logs about input schemas. */
async function warnings(then: (registry: McpRegistry) => Promise<void> = async () => {}) {
  const logger = new RecordingLogger();
  const app = await Test.createTestingModule({
    imports: [McpModule.forRoot({ name: 'shop' })],
    providers: [Shop],
  })
    .setLogger(logger)
    .compile();
  await app.init();
  const atBoot = logger.lines.length;
  await then(app.get(McpRegistry));
  await app.close();
  const about = (lines: readonly string[]) => lines.filter((line) => line.includes('input schema'));
  return { atBoot: about(logger.lines.slice(0, atBoot)), later: about(logger.lines.slice(atBoot)) };
}

describe('alternatives at the root of an input schema', () => {
  it('are told at boot, naming tool and remedy', async () => {
    const { atBoot } = await warnings();

    expect(atBoot).toEqual([
      expect.stringMatching(
        /^@McpTool\(\) on Shop\.either \(tool "either"\): the input schema has anyOf at its root.*into one property/,
      ),
      expect.stringMatching(/^@McpTool\(\) on Shop\.both .* has oneOf and allOf at its root/),
    ]);
  });

  it('of a tool that comes later are told then', async () => {
    const tool = { name: 'late', input: either, handler: () => '' };
    const { later } = await warnings((registry) => registry.registerTools([tool]));

    expect(later).toEqual([
      expect.stringContaining('registerTools(), tool 0 ("late"): the input schema has anyOf'),
    ]);
  });
});

describe('an input schema that is no object', () => {
  it.each([
    ['a JSON Schema', { type: 'string' }],
    ['a JSON Schema without a type', { anyOf: [{ type: 'object' }] }],
    ['a list of zod', z.array(z.string())],
    ['a union of zod', z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])],
  ])('keeps the application from booting: %s', async (_what, input) => {
    @Injectable()
    class Wrong {
      @McpTool({ input: input as object as { type: string } })
      wrong(@McpArgs() _args: unknown): void {}
    }

    expect(await bootError({ providers: [Wrong] })).toMatch(
      /^@McpTool\(\) on Wrong\.wrong: .*object/,
    );
  });
});
