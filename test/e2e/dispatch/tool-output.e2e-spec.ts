import type { CallHandler, NestInterceptor } from '@nestjs/common';
import { Injectable, UseInterceptors } from '@nestjs/common';
import type { TestingModule } from '@nestjs/testing';
import { IsInt, IsString } from 'class-validator';
import { McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { map } from 'rxjs';
import { z } from 'zod';
import { bootContext } from '../../support/boot-app.js';
import { RecordingLogger } from '../../support/recording-logger.js';
import { resultText } from '../../support/result-text.js';
import { ALL_REVISIONS } from '../../support/revisions.js';

class ReceiptDto {
  @IsString()
  number!: string;

  @IsInt()
  cents!: number;
}

@Injectable()
class WrapInterceptor implements NestInterceptor {
  intercept(_context: unknown, next: CallHandler) {
    return next.handle().pipe(map((data) => ({ data, secret: 'sk-secret' })));
  }
}

const block = { type: 'text', text: 'hello' };

@Injectable()
class Till {
  value: unknown;

  @McpTool({ output: ReceiptDto })
  receipt(): unknown {
    return this.value;
  }

  @McpTool({ output: ReceiptDto })
  @UseInterceptors(WrapInterceptor)
  wrapped(): unknown {
    return this.value;
  }

  @McpTool({ output: z.object({ total: z.number() }) })
  total(): unknown {
    return this.value;
  }
}

describe.each(ALL_REVISIONS)('a tool with an output schema, in %s,', (protocolVersion) => {
  const logger = new RecordingLogger();
  let app: TestingModule;
  let client: McpTestClient;

  beforeAll(async () => {
    app = await bootContext({ providers: [Till] });
    app.useLogger(logger);
    client = await McpTestClient.inMemory(app, { protocolVersion });
  });
  beforeEach(() => {
    logger.lines.length = 0;
  });
  afterAll(() => app.close());

  function returning(value: unknown, tool = 'receipt') {
    app.get(Till).value = value;
    return client.callTool(tool);
  }

  it('sends a value that fits as text', async () => {
    expect(resultText(await returning({ number: 'A', cents: 5 }))).toBe('{"number":"A","cents":5}');
  });

  it.each([
    ['a value of another type', 'receipt', { number: 'A', cents: 'five' }],
    ['a member that is missing', 'receipt', { number: 'A' }],
    ['nothing', 'receipt', undefined],
    ['null', 'receipt', null],
    ['a string', 'receipt', 'A'],
    ['a result without structured content', 'receipt', { content: [block] }],
    [
      'a result whose structured content does not fit',
      'receipt',
      { content: [block], structuredContent: {} },
    ],
    ['a value that a schema of zod refuses', 'total', { total: '5' }],
  ])('refuses %s', async (_what, tool, value) => {
    const result = await returning(value, tool);

    expect(result).toMatchObject({
      isError: true,
      content: [{ text: `The result of ${tool} does not fit its output schema` }],
    });
  });

  it('logs what does not fit, and where', async () => {
    await returning({ number: 'A', cents: 'five' });

    expect(logger.text).toMatch(/Till\.receipt: the result does not fit.*cents/);
  });

  it('names the interceptor that may have changed the result, and not the result', async () => {
    const result = await returning({ number: 'A', cents: 5 }, 'wrapped');

    expect(resultText(result)).toBe(
      'The result of wrapped after WrapInterceptor does not fit its output schema',
    );
    expect(logger.text).toContain('Till.wrapped: the result after WrapInterceptor does not fit');
  });

  it('does not check what is declared a failure', async () => {
    const failure = { content: [block], isError: true };

    expect(await returning(failure)).toMatchObject(failure);
  });
});
