import type { JsonRpcResponse } from '../../src/protocol/json-rpc.js';
import type { BenchOptions, DispatcherBench } from './dispatcher-bench.js';
import { createBench } from './dispatcher-bench.js';
import { ModernPeer } from './modern-peer.js';
import { settled } from './settled.js';
import { SteeredTool } from './steered-tool.js';
import { TaskSession } from './task-session.js';

/** What a client of 2026-07-28 declares that can follow tasks and be asked. */
export const FOLLOWER = {
  elicitation: {},
  extensions: { 'io.modelcontextprotocol/tasks': {} },
} as const;

/** A bench with one tool that runs as a task, and clients that follow it. */
export interface TaskBench extends DispatcherBench {
  readonly tool: SteeredTool;
  /** A session of 2025-11-25. */
  session(id: string, principalKey?: string): TaskSession;
  /** A client of 2026-07-28. */
  modern(principalKey?: string): ModernPeer;
}

export async function taskBench(options: BenchOptions = {}): Promise<TaskBench> {
  const tool = new SteeredTool();
  const bench = await createBench({ tools: [tool.definition], ...options });
  return {
    ...bench,
    tool,
    session: (id, principalKey) => new TaskSession(bench, id, principalKey),
    modern: (principalKey) =>
      new ModernPeer(bench, { capabilities: FOLLOWER, ...(principalKey && { principalKey }) }),
  };
}

/** An answer, however it is typed. */
type Answer = JsonRpcResponse | Readonly<Record<string, any>> | null | undefined;

/** The result of an answer, or its error. */
export function outcomeOf(answer: Answer): any {
  if (answer === null || answer === undefined) return answer;
  return 'error' in answer ? answer.error : answer.result;
}

/** The task that an answer of either era begins. */
export function taskIdOf(answer: Answer): string {
  const result = outcomeOf(answer);
  const taskId = result?.task?.taskId ?? result?.taskId;
  if (typeof taskId !== 'string') throw new Error(`no task: ${JSON.stringify(answer)}`);
  return taskId;
}

/** The same, once its method has begun, which it does after the answer. */
export async function begun(answer: Promise<Answer>): Promise<string> {
  const taskId = taskIdOf(await answer);
  await settled();
  return taskId;
}

/** What an author's form is filled in with. */
export const filledIn = (text: string) => ({ action: 'accept', content: { text } });
