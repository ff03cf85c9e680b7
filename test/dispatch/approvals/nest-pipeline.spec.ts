import type { CallHandler, ExecutionContext } from '@nestjs/common';
import { Injectable, UseGuards, UseInterceptors, UsePipes } from '@nestjs/common';
import { IsInt } from 'class-validator';
import { ask, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootContext } from '../../support/boot-app.js';
import { resultText } from '../../support/result-text.js';

const trail: string[] = [];

@Injectable()
class Door {
  isOpen = true;

  canActivate(_context: ExecutionContext): boolean {
    trail.push('guard');
    return this.isOpen;
  }
}

@Injectable()
class Frame {
  intercept(_context: ExecutionContext, next: CallHandler) {
    trail.push('interceptor');
    return next.handle();
  }
}

@Injectable()
class Funnel {
  transform(value: unknown): unknown {
    trail.push('pipe');
    return value;
  }
}

class SumDto {
  @IsInt()
  sum!: number;
}

@Injectable()
class Till {
  @McpTool({ output: { type: 'object', properties: { sum: { type: 'integer' } } } })
  @UseGuards(Door)
  @UseInterceptors(Frame)
  @UsePipes(Funnel)
  pay({ sum }: SumDto): object {
    trail.push('method');
    return { sum: sum === 13 ? 'unlucky' : sum };
  }
}

const authorizer = {
  authorize: () => {
    trail.push('policy');
    return ask('Pay?');
  },
};

/** The question about a call, and the repeated call with an approval. */
async function setUp() {
  const app = await bootContext({ providers: [Till, Door, Frame, Funnel] }, { authorizer });
  const client = await McpTestClient.inMemory(app, { capabilities: { elicitation: {} } });
  const call = (params: object) => client.request('tools/call', { name: 'pay', ...params });
  trail.length = 0;
  return {
    door: app.get(Door),
    close: () => app.close(),
    call,
    retry: ({ requestState }: { requestState?: unknown }, args: object) => {
      const approval = { action: 'accept', content: { approve: true } };
      return call({ arguments: args, requestState, inputResponses: { approval } });
    },
  };
}

describe('a decorated tool that needs approval', () => {
  let nest: Awaited<ReturnType<typeof setUp>>;

  beforeEach(async () => {
    nest = await setUp();
  });

  afterEach(() => nest.close());

  it('passes the policy and its guards before the question, and nothing else', async () => {
    await nest.call({ arguments: { sum: 5 } });

    expect(trail).toEqual(['policy', 'guard']);
  });

  it('passes everything, in order, once it is approved', async () => {
    const question = await nest.call({ arguments: { sum: 5 } });
    trail.length = 0;
    await nest.retry(question, { sum: 5 });

    expect(trail).toEqual(['policy', 'guard', 'interceptor', 'pipe', 'method']);
  });

  it('is asked about only if its guard agrees', async () => {
    Object.assign(nest.door, { isOpen: false });

    const result = await nest.call({ arguments: { sum: 5 } });

    expect(result).toMatchObject({ isError: true, resultType: 'complete' });
    expect(trail).toEqual(['policy', 'guard']);
  });

  it('is asked about only if its arguments fit', async () => {
    const result = await nest.call({ arguments: { sum: 'five' } });

    expect(result).toMatchObject({ isError: true, resultType: 'complete' });
    expect(resultText(result as never)).toContain('Invalid arguments for tool pay');
  });

  it('meets its guard again when it is approved', async () => {
    const question = await nest.call({ arguments: { sum: 5 } });
    Object.assign(nest.door, { isOpen: false });

    expect(await nest.retry(question, { sum: 5 })).toMatchObject({ isError: true });
    expect(trail).not.toContain('method');
  });

  it('has its output checked last', async () => {
    const question = await nest.call({ arguments: { sum: 13 } });
    const result = await nest.retry(question, { sum: 13 });

    expect(result).toMatchObject({ isError: true });
    expect(resultText(result as never)).toContain('does not fit its output schema');
    expect(trail.at(-1)).toBe('method');
  });
});
