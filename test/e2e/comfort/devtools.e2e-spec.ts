import type { INestApplication } from '@nestjs/common';
import { Injectable, Module, UseGuards } from '@nestjs/common';
import { NestFactory, SerializedGraph } from '@nestjs/core';
import { ReplContext } from '@nestjs/core/repl/repl-context.js';
import { McpModule, McpPrompt, McpResource, McpTool } from 'nest-mcp';

@Injectable()
class StaffGuard {
  canActivate(): boolean {
    return true;
  }
}

@Injectable()
class Desk {
  @McpTool({ server: ['default', 'admin'] })
  @UseGuards(StaffGuard)
  greet(): string {
    return 'hello';
  }

  @McpResource({ uri: 'desk://rules' })
  rules(): string {
    return 'none';
  }

  @McpResource({ uriTemplate: 'desk://rules/{number}' })
  rule(): string {
    return 'none';
  }

  @McpPrompt()
  letter(): string {
    return 'Dear';
  }
}

@Module({
  imports: [
    McpModule.forRoot({ name: 'shop', http: { legacySse: true } }),
    McpModule.forRoot({ id: 'admin', name: 'back office', http: { path: 'admin' } }),
    McpModule.forRootAsync({
      id: 'third',
      http: { path: 'third' },
      useFactory: () => ({ name: 'third' }),
    }),
  ],
  providers: [Desk],
})
class AppModule {}

interface Entry {
  readonly type: string;
  readonly id: string;
  readonly methodName: string;
  readonly className: string;
  readonly metadata: { readonly key: string; readonly server?: string };
}

describe('the graph of an application for the devtools', () => {
  let app: INestApplication;
  /** As the devtools get it. */
  let graph: {
    readonly nodes: Record<string, { label?: string; parent?: string; metadata: { type: string } }>;
    readonly edges: Record<
      string,
      { metadata: { sourceClassName?: string; targetClassName?: string; type: string } }
    >;
    readonly entrypoints: Record<string, readonly Entry[]>;
  };

  beforeAll(async () => {
    app = await NestFactory.create(AppModule, { snapshot: true, logger: false });
    await app.init();
    graph = JSON.parse(app.get(SerializedGraph).toString());
  });

  afterAll(() => app.close());

  it('has a module for each server', () => {
    const modules = Object.values(graph.nodes).filter(
      ({ label, metadata }) => label === 'McpModule' && metadata.type === 'module',
    );
    expect(modules).toHaveLength(3);
  });

  it('names everything, that of other servers too', () => {
    const labels = Object.values(graph.nodes).map(({ label }) => label);
    const ends = Object.values(graph.edges)
      .filter(({ metadata }) => metadata.type === 'class-to-class')
      .flatMap(({ metadata }) => [metadata.sourceClassName, metadata.targetClassName]);

    expect(labels).toEqual(
      expect.arrayContaining(['McpDispatcher', 'McpDispatcher (admin)', 'McpDispatcher (third)']),
    );
    for (const name of [...labels, ...ends]) {
      expect(name).toMatch(/^[\w ()]+$/);
    }
  });

  it('has a controller of a readable name for each endpoint', () => {
    const controllers = Object.values(graph.nodes)
      .filter(({ metadata }) => metadata.type === 'controller')
      .map(({ label }) => label);
    expect(controllers.toSorted()).toEqual([
      'McpHttpController',
      'McpHttpController',
      'McpHttpController',
      'McpLegacySseController',
    ]);
  });

  it('has what clients call as entry points of its class, for each server', () => {
    const entries = Object.values(graph.entrypoints).flat();
    const ours = entries.filter(({ type }) => type.startsWith('mcp-'));

    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    expect(
      ours
        .map(({ type, className, methodName, metadata: { key, server } }) =>
          [type, `${className}.${methodName}`, key, server].join(' '),
        )
        .toSorted(),
    ).toEqual([
      'mcp-prompt Desk.letter letter default',
      'mcp-resource Desk.rules desk://rules default',
      'mcp-resource-template Desk.rule desk://rules/{number} default',
      'mcp-tool Desk.greet greet admin',
      'mcp-tool Desk.greet greet default',
    ]);
  });

  it('is empty where nobody asked for one', async () => {
    const plain = await NestFactory.create(AppModule, { logger: false });
    await plain.init();
    const { nodes, entrypoints } = plain.get(SerializedGraph).toJSON();
    await plain.close();

    expect([nodes, entrypoints]).toEqual([{}, {}]);
  });

  it('does not keep the REPL from showing the application', () => {
    const printed: string[] = [];
    const context = new ReplContext(app);
    const { debug } = Object.fromEntries(context.nativeFunctions) as Record<
      string,
      { action(): void }
    >;
    Object.assign(context, { writeToStdout: (text: string) => printed.push(text) });

    debug?.action();

    expect(printed.join('')).toContain('McpDispatcher');
    expect(printed.join('')).toContain('nest-mcp:admin:McpDispatcher');
  });
});
