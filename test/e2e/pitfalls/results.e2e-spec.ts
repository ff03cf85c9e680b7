import type { INestApplication } from '@nestjs/common';
import { Injectable, InternalServerErrorException, NotFoundException } from '@nestjs/common';
import { McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { EMPTY, of } from 'rxjs';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { RecordingLogger } from '../../support/recording-logger.js';
import { resultText } from '../../support/result-text.js';

const DOMAIN = {
  content_of_numbers: { content: [1, 2], total: 2 },
  content_of_text: { content: 'a chapter', title: 'On content' },
  content_of_records: { content: [{ type: 'image', name: 'cover' }], total: 1 },
  with_type: { type: 'text', name: 'a document' },
  is_error: { isError: true, code: 7 },
  with_structured_content: { structuredContent: { a: 1 } },
};

@Injectable()
class Answers {
  @McpTool()
  hello(): string {
    return 'hello';
  }

  @McpTool()
  nothing(): undefined {
    return undefined;
  }

  @McpTool()
  contentOfNumbers(): object {
    return DOMAIN.content_of_numbers;
  }

  @McpTool()
  contentOfText(): object {
    return DOMAIN.content_of_text;
  }

  @McpTool()
  contentOfRecords(): object {
    return DOMAIN.content_of_records;
  }

  @McpTool()
  withType(): object {
    return DOMAIN.with_type;
  }

  @McpTool()
  isError(): object {
    return DOMAIN.is_error;
  }

  @McpTool()
  withStructuredContent(): object {
    return DOMAIN.with_structured_content;
  }

  @McpTool()
  twoValues() {
    return of('first', 'second');
  }

  @McpTool()
  noValue() {
    return EMPTY;
  }

  @McpTool()
  missing(): void {
    throw new NotFoundException('Order 42 not found');
  }

  @McpTool()
  masked(): void {
    throw new InternalServerErrorException('password of the database: tiger');
  }

  @McpTool()
  broken(): void {
    throw new TypeError('cannot read /srv/app/secret.ts');
  }
}

describe('results', () => {
  const logger = new RecordingLogger();
  let app: INestApplication;

  beforeAll(async () => {
    const configure = (application: INestApplication) => application.useLogger(logger);
    app = await bootApp(PLATFORMS[0]!, { providers: [Answers] }, { configure });
  });

  afterAll(() => app.close());

  describe.each(ERAS)('in %s', (protocolVersion) => {
    let client: McpTestClient;

    beforeAll(async () => {
      client = await McpTestClient.overHttp(app, { protocolVersion });
    });

    it('a text arrives as it is, without quotes', async () => {
      expect(resultText(await client.callTool('hello'))).toBe('hello');
    });

    it('a method that returns nothing has an empty result', async () => {
      const result = await client.callTool('nothing');

      expect(result.content).toEqual([]);
      expect(result).not.toHaveProperty('isError');
    });

    it.each(Object.entries(DOMAIN))(
      'an object of the application is no ready-made result: %s',
      async (name, object) => {
        const result = await client.callTool(name);

        expect(JSON.parse(resultText(result))).toEqual(object);
        expect(result).not.toHaveProperty('isError');
      },
    );

    it('the last value of an Observable is the result', async () => {
      expect(resultText(await client.callTool('two_values'))).toBe('second');
    });

    it('an Observable without values is an empty result', async () => {
      expect((await client.callTool('no_value')).content).toEqual([]);
    });

    it('the message of an exception of Nest reaches the model', async () => {
      const result = await client.callTool('missing');

      expect(result.isError).toBe(true);
      expect(resultText(result)).toBe('Order 42 not found');
    });

    it.each([
      ['masked', 'password of the database: tiger'],
      ['broken', 'cannot read /srv/app/secret.ts'],
    ])('what clients must not know is in the log only: %s', async (name, secret) => {
      const result = await client.callTool(name);
      const reference = /reference ([\w-]+)/.exec(resultText(result))?.[1];

      expect(result.isError).toBe(true);
      expect(resultText(result)).not.toContain(secret);
      expect(reference).toBeDefined();
      expect(logger.text).toContain(reference);
      expect(logger.text).toContain(secret);
    });
  });
});
