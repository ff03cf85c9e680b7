// What tests of an application's MCP server need. Not for production code.
export { McpTestClient } from './testing/mcp-test-client.js';
export type {
  CompletionRef,
  ListedTool,
  McpTestClientOptions,
  TestCallOptions,
  TestProgress,
} from './testing/mcp-test-client.interface.js';
export { McpTestElicitation } from './testing/mcp-test-elicitation.js';
export { McpTestListen } from './testing/mcp-test-listen.js';
export type { ListenEnd, ListenFilter } from './testing/mcp-test-listen.js';
export { McpTestTask } from './testing/mcp-test-task.js';
export type { TestTaskState } from './testing/mcp-test-task.js';
export { McpTestError } from './testing/mcp-test.error.js';
export type { TestDenial } from './testing/denial.js';
export type { TestExchange } from './testing/test-link.interface.js';
export type {
  ElicitHandler,
  RootsHandler,
  SampleHandler,
  TestElicitation,
  TestElicitationAnswer,
} from './testing/client-answers.interface.js';
