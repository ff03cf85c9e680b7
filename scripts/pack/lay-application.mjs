import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fixtures } from './folders.mjs';

/** Lays the application out in `folder`; CommonJS starters import without the `.js` ending. */
export async function layApplication(application, folder, tarball) {
  for (const part of application.folders) {
    await cp(join(fixtures, part), folder, { recursive: true });
  }
  const path = join(folder, 'package.json');
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  Object.assign(manifest.dependencies, application.dependencies, { 'nest-mcp': `file:${tarball}` });
  Object.assign(manifest.devDependencies, application.devDependencies);
  await writeFile(path, JSON.stringify(manifest, null, 2));
  if (manifest.type !== 'module') await dropEndings(folder);
}

async function dropEndings(folder) {
  for (const part of ['src', 'test']) {
    for (const name of await readdir(join(folder, part), { recursive: true })) {
      if (!name.endsWith('.ts')) continue;
      const path = join(folder, part, name);
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.replaceAll(/from '(\.\.?\/.*)\.js'/g, "from '$1'"));
    }
  }
}
