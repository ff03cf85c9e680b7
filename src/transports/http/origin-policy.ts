import type { IncomingMessage } from 'node:http';

/** What decides about `Origin` and `Host`. */
export interface OriginOptions {
  readonly publicUrl?: string;
  readonly allowedOrigins?: readonly string[];
  readonly allowedHosts?: readonly string[];
}

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Keeps web pages of other origins away, and pages that rebind a name of theirs to this machine
 * (2025-11-25 and 2026-07-28, Streamable HTTP: security warning). Requests without `Origin` do not
 * come from a page.
 */
export class OriginPolicy {
  private readonly origins: ReadonlySet<string>;
  private readonly hosts: ReadonlySet<string>;
  private readonly checksHost: boolean;

  constructor({ publicUrl, allowedOrigins = [], allowedHosts }: OriginOptions) {
    const publicOrigin = publicUrl === undefined ? [] : [new URL(publicUrl).origin];
    const publicHost = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
    this.origins = new Set([...publicOrigin, ...allowedOrigins.map(normalOrigin)]);
    this.hosts = new Set(
      [...publicHost, ...(allowedHosts ?? [])].map((host) => hostName(host) ?? host),
    );
    this.checksHost = allowedHosts !== undefined;
  }

  /** Why a request is refused, naming the option that would allow it; `undefined` if it is not. */
  refusal(request: IncomingMessage): string | undefined {
    const isLocal = isLoopback(request.socket.localAddress);
    const host = request.headers.host;
    if ((isLocal || this.checksHost) && !this.allowsHost(host)) {
      return `Host "${host ?? ''}" is not allowed; see the option http.allowedHosts`;
    }
    const { origin } = request.headers;
    if (origin === undefined || this.allowsOrigin(origin, host, isLocal)) return undefined;
    return `Origin "${origin}" is not allowed; see the option http.allowedOrigins`;
  }

  private allowsHost(host: string | undefined): boolean {
    const name = hostName(host);
    return name !== undefined && (LOOPBACK_NAMES.has(name) || this.hosts.has(name));
  }

  private allowsOrigin(origin: string, host: string | undefined, isLocal: boolean): boolean {
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    if (url === undefined) return false;
    if (isHostOf(url, host) || this.origins.has(url.origin)) return true;
    return isLocal && LOOPBACK_NAMES.has(url.hostname);
  }
}

/** The name in a `Host` header, without the port. */
function hostName(host: string | undefined): string | undefined {
  if (host === undefined || !URL.canParse(`http://${host}`)) return undefined;
  return new URL(`http://${host}`).hostname;
}

/** Some proxies write the default port into `Host`; browsers leave it out of `Origin`. */
function isHostOf({ protocol, host }: URL, header: string | undefined): boolean {
  const own = `${protocol}//${header}`;
  return Boolean(header) && URL.canParse(own) && new URL(own).host === host;
}

function isLoopback(address: string | undefined): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address ?? '');
}

const normalOrigin = (origin: string): string =>
  URL.canParse(origin) ? new URL(origin).origin : origin;
