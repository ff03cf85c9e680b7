import type { Type } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { IsString } from 'class-validator';
import { McpCompletion, McpPrompt } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootContext } from '../../support/boot-app.js';

describe('completers', () => {
  class ToneDto {
    @IsString()
    tone!: string;
  }

  @Injectable()
  class Completer {
    @McpCompletion({ prompt: 'letter', argument: 'tone' })
    tones(value: string): string[] {
      return ['formal', 'friendly'].filter((tone) => tone.startsWith(value));
    }
  }

  @Injectable()
  class Letters {
    @McpPrompt()
    letter({ tone }: ToneDto): string {
      return tone;
    }
  }

  it.each<{ order: string; providers: Type<object>[] }>([
    { order: 'before', providers: [Completer, Letters] },
    { order: 'after', providers: [Letters, Completer] },
  ])('may be found $order what they complete', async ({ providers }) => {
    const app = await bootContext({ providers });

    const client = await McpTestClient.inMemory(app);
    const values = await client.complete({ type: 'ref/prompt', name: 'letter' }, 'tone', 'fr');
    await app.close();

    expect(values).toEqual(['friendly']);
  });
});
