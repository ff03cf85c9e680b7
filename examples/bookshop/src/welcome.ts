import { fileURLToPath } from 'node:url';

/** Tells whoever started the backend what it serves and how to connect a client. */
export function welcome(url: string): string {
  const overHttp = { type: 'http', url: `${url}/mcp` };
  const overStdio = {
    command: 'node',
    args: [fileURLToPath(new URL('./main.stdio.js', import.meta.url))],
  };
  return `
The bookshop is open. Ctrl-C closes it.

  REST API      ${url}/books
  MCP endpoint  ${url}/mcp

Try it from another terminal:

  npx @modelcontextprotocol/inspector --cli ${url}/mcp --method tools/list

To connect a client over HTTP, put this into its configuration:

${clientConfiguration(overHttp)}

To let a client start the backend itself, over stdio:

${clientConfiguration(overStdio)}
`;
}

function clientConfiguration(bookshop: object): string {
  return JSON.stringify({ mcpServers: { bookshop } }, null, 2).replace(/^/gm, '  ');
}
