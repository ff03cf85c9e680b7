import type { Message, SurfaceLink } from './surface-link.interface.js';

/**
 * The result of a request that the raw peer sends.
 *
 * @throws Error where it is answered with an error
 */
export async function resultOf(
  link: SurfaceLink,
  method: string,
  params?: Message,
): Promise<Message> {
  const { answer } = await link.ask(method, params);
  if (answer.result === undefined) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
  return answer.result as Message;
}

/**
 * The error of a request that the raw peer sends.
 *
 * @throws Error where it is answered with a result
 */
export async function errorOf(
  link: SurfaceLink,
  method: string,
  params?: Message,
): Promise<Message> {
  const { answer } = await link.ask(method, params);
  if (answer.error === undefined) throw new Error(`${method}: ${JSON.stringify(answer.result)}`);
  return answer.error as Message;
}

/** The result of a tool. */
export const callOf = (link: SurfaceLink, name: string, args?: Message, _meta?: Message) =>
  resultOf(link, 'tools/call', {
    name,
    ...(args !== undefined && { arguments: args }),
    ...(_meta !== undefined && { _meta }),
  });

/** The code of a read that was refused. */
export const deniedCode = ({ era }: SurfaceLink): number => (era === 'modern' ? -33090 : -32090);

/** The text of a result of the official client, or of the raw peer. */
export const textOf = ({ content }: { readonly content?: unknown }): string =>
  (content as Message[]).map(({ text }) => String(text)).join('\n');

/** The JSON in the text of a tool's result. */
export const jsonOf = async (link: SurfaceLink, name: string, args?: Message): Promise<any> =>
  JSON.parse(textOf(await callOf(link, name, args)));

/** Every entry of a list, page by page. */
export async function pagesOf(
  link: SurfaceLink,
  method: string,
  member: string,
): Promise<readonly Message[][]> {
  const pages: Message[][] = [];
  let cursor: unknown;
  do {
    const page = await resultOf(link, method, cursor === undefined ? {} : { cursor });
    pages.push(page[member] as Message[]);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return pages;
}

/** The entry of a list that has this name. */
export async function entryOf(
  link: SurfaceLink,
  method: string,
  member: string,
  name: string,
): Promise<Message | undefined> {
  return (await pagesOf(link, method, member)).flat().find((entry) => entry.name === name);
}
