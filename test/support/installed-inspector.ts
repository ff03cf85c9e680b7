import { join } from 'node:path';
import { installedPackage } from './installed-package.js';

const VERSION = '2.12.0';

/** The Inspector's entry file. It brings a whole web application, so it is installed on first use. */
export async function installedInspector(): Promise<string> {
  const folder = await installedPackage(
    'mcp-inspector',
    '@modelcontextprotocol/inspector',
    VERSION,
  );
  return join(folder, 'clients/launcher/build/index.js');
}
