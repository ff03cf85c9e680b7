// What tests of an application's MCP server need. Not for production code.
export { McpTestClient } from './testing/mcp-test-client.js';
export type {
  CompletionRef,
  ListedTool,
  McpTestClientOptions,
} from './testing/mcp-test-client.interface.js';
export { McpTestListen } from './testing/mcp-test-listen.js';
export type { ListenEnd, ListenFilter } from './testing/mcp-test-listen.js';
export { McpTestError } from './testing/mcp-test.error.js';
export type {
  ElicitHandler,
  RootsHandler,
  SampleHandler,
  TestElicitation,
  TestElicitationAnswer,
} from './testing/client-answers.js';
