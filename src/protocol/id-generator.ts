import { randomBytes } from 'node:crypto';

/** Makes unguessable ids. Tests replace it to know them. */
export type IdGenerator = () => string;

/** 144 random bits as 24 characters of the URL-safe alphabet, visible ASCII as session ids must be. */
export const randomId: IdGenerator = () => randomBytes(18).toString('base64url');

/** True for text of the form of `randomId`. */
export const hasIdForm = (text: string): boolean => /^[\w-]{24}$/.test(text);
