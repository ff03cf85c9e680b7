import { fileURLToPath } from 'node:url';

/** Two skills, one of them in a folder of its own, with texts, folders and an image. */
export const SKILLS = fileURLToPath(new URL('skills', import.meta.url));
