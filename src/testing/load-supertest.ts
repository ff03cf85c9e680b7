import type supertest from 'supertest';
import { isMissingModule } from '../protocol/optional-package.js';

/** @throws Error saying what to install */
export async function loadSupertest(): Promise<typeof supertest> {
  try {
    const loaded = (await import('supertest')) as { default: typeof supertest };
    return loaded.default;
  } catch (cause) {
    if (!isMissingModule(cause)) throw cause;
    throw new Error('McpTestClient over HTTP needs supertest: npm install --save-dev supertest', {
      cause,
    });
  }
}
