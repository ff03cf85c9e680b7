import { Injectable } from '@nestjs/common';
import type { TaskSupport, ToolTaskOptions } from 'nest-mcp';
import { McpRegistry, McpTasks, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootContext } from '../../support/boot-app.js';
import { bootError } from '../../support/boot-error.js';

/** A provider whose one tool runs as a task in this way. */
function runningAs(task: unknown) {
  @Injectable()
  class Reports {
    @McpTool({ task: task as TaskSupport | ToolTaskOptions })
    render(): string {
      return 'rendered';
    }
  }
  return Reports;
}

describe('a tool that runs as a task', () => {
  it.each([
    ['always', 'task must be "forbidden", "optional" or "required", not always'],
    [{ support: 'maybe' }, 'task.support must be'],
    [{ starts: 'later' }, 'task.starts must be "at-once" or "when-told", not later'],
    [{ ttlMs: -1 }, 'task.ttlMs must be a whole number from 1 to 2147483647, not -1'],
    [{ ttl: 1 }, 'task.ttl does not exist; the options are support, starts'],
  ])('stops the boot where it says so wrongly: %j', async (task, problem) => {
    expect(await bootError({ providers: [runningAs(task)] })).toContain(
      `@McpTool() on Reports.render: ${problem}`,
    );
  });

  it('stops the boot where it runs as nothing else and tasks are switched off', async () => {
    const switchedOff = { capabilities: { tasks: false } };

    expect(await bootError({ providers: [runningAs('required')] }, switchedOff)).toContain(
      'Tool "render" runs as a task only',
    );
    const app = await bootContext({ providers: [runningAs('optional')] }, switchedOff);
    await app.close();
  });

  it('says so in 2025-11-25, and nowhere else', async () => {
    const app = await bootContext({ providers: [runningAs('optional')] });
    const shown = async (protocolVersion: string) => {
      const client = await McpTestClient.inMemory(app, { protocolVersion });
      return (await client.listTools())[0]?.execution;
    };

    expect(await shown('2025-11-25')).toEqual({ taskSupport: 'optional' });
    expect(await shown('2025-06-18')).toBeUndefined();
    expect(await shown('2026-07-28')).toBeUndefined();
    await app.close();
  });
});

describe('a tool that is registered later', () => {
  const late = { name: 'late', task: 'optional', handler: () => 'done' } as const;

  it('cannot run as a task where none was declared', async () => {
    const app = await bootContext({});
    const registration = app.get(McpRegistry).registerTools([late]);

    await expect(registration).rejects.toThrow(
      'registerTools(), tool 0 ("late"): the server declares no tasks; set capabilities.tasks to true',
    );
    await app.close();
  });

  it.each([
    ['the options say so', {}, { capabilities: { tasks: true } }],
    ['another tool runs as one', { providers: [runningAs('optional')] }, {}],
  ])('can where %s', async (_why, metadata, options) => {
    const app = await bootContext(metadata, options);
    await app.get(McpRegistry).registerTools([late]);

    expect(app.get(McpRegistry).tools).toContainEqual(
      expect.objectContaining({ name: 'late', taskSupport: 'optional' }),
    );
    await app.close();
  });
});

describe('McpTasks', () => {
  it('can be injected by any module', async () => {
    @Injectable()
    class Desk {
      constructor(readonly tasks: McpTasks) {}
    }
    const app = await bootContext({ providers: [Desk] });

    expect(app.get(Desk).tasks).toBeInstanceOf(McpTasks);
    expect(await app.get(Desk).tasks.find('none')).toBeUndefined();
    await app.close();
  });
});
