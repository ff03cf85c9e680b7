import { fileURLToPath } from 'node:url';

/** Tells whoever started the backend what it serves and how to connect a client. */
export function welcome(url: string): string {
  const overHttp = { type: 'http', url: `${url}/mcp` };
  const overStdio = {
    command: 'node',
    args: [fileURLToPath(new URL('./main.stdio.js', import.meta.url))],
  };
  return `
The bookshop is open.

  REST API      ${url}/books
  MCP endpoint  ${url}/mcp

Ask it from a terminal:

  npx @modelcontextprotocol/inspector --cli ${url}/mcp --method tools/list

Connect a client over HTTP:

${clientConfiguration(overHttp)}

or let the client start the backend itself, over stdio:

${clientConfiguration(overStdio)}
`;
}

function clientConfiguration(bookshop: object): string {
  return JSON.stringify({ mcpServers: { bookshop } }, null, 2).replace(/^/gm, '  ');
}
