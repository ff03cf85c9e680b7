import { pathSegments } from '../http/path-segments.js';

/** What the URI for messages depends on. */
export interface MessagesUriOptions {
  /** Path of the event stream, as a route. */
  readonly path: string;
  /** Path that messages are posted to, as a route. */
  readonly messagesPath: string;
  /** Path of the Streamable HTTP endpoint, as a route. */
  readonly endpointPath: string;
  /** Where clients reach that endpoint from outside. */
  readonly publicUrl: string | undefined;
}

/**
 * Where a client is to post its messages, as a reference that begins with the path: clients refuse
 * another origin than that of the stream.
 *
 * The base is the path by which the client asked for the stream, so that global prefixes and mounted
 * applications count. A proxy that changes paths is told of by `publicUrl`, which wins: its path is
 * that of the endpoint beside which the messages are.
 *
 * @param requestedUrl the target of the request for the stream, as the client wrote it
 */
export function messagesUri(
  requestedUrl: string,
  connectionId: string,
  { path, messagesPath, endpointPath, publicUrl }: MessagesUriOptions,
): string {
  const base =
    publicUrl === undefined
      ? parent(pathOf(requestedUrl), pathSegments(path).length)
      : publicBase(new URL(publicUrl).pathname, pathSegments(endpointPath));
  const target = [...base, ...pathSegments(messagesPath)].join('/');
  return `/${target}?sessionId=${encodeURIComponent(connectionId)}`;
}

/** A proxy may call the endpoint by another name than the route has, which is one segment then. */
function publicBase(publicPath: string, endpoint: readonly string[]): readonly string[] {
  const outside = pathSegments(publicPath);
  const tail = outside.slice(Math.max(0, outside.length - endpoint.length));
  const hasSameName = tail.join('/') === endpoint.join('/');
  return parent(publicPath, hasSameName ? endpoint.length : 1);
}

function parent(path: string, levels: number): readonly string[] {
  const segments = pathSegments(path);
  return segments.slice(0, Math.max(0, segments.length - levels));
}

/** Some proxies send the whole URL (RFC 9112, 3.2.2: absolute-form). */
function pathOf(requestedUrl: string): string {
  const [target = ''] = requestedUrl.split(/[?#]/, 1);
  return target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').replaceAll(UNSAFE, percentEncode);
}

/** What does not stand for itself in a path: browsers read a backslash as a slash, and skip tabs. */
const UNSAFE = /[^\w\-.~%!$&'()*+,;=:@/]/g;

/** Targets of requests are bytes, which node:http gives as one character each. */
const percentEncode = (character: string): string =>
  `%${(character.charCodeAt(0) & 0xff).toString(16).padStart(2, '0').toUpperCase()}`;
