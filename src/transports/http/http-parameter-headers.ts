import type { IncomingMessage } from 'node:http';
import type { ParameterHeaders } from '../../dispatch/parameter-headers.interface.js';
import { headerMismatch } from '../../protocol/protocol-errors.js';
import { decodeMirrored } from './mirrored-headers.js';

/** The `Mcp-Param-*` headers of one request (2026-07-28, Streamable HTTP: custom headers). */
export class HttpParameterHeaders implements ParameterHeaders {
  constructor(private readonly message: Pick<IncomingMessage, 'headers' | 'rawHeaders'>) {}

  read(name: string): string | undefined {
    const label = `Mcp-Param-${name}`;
    const field = label.toLowerCase();
    const value = this.message.headers[field];
    if (typeof value !== 'string') return undefined;
    // Node joins repeated fields with commas, which might equal an argument that has commas itself.
    if (this.isRepeated(field)) throw headerMismatch(`${label} header is sent more than once`);
    return decodeMirrored(label, value);
  }

  private isRepeated(field: string): boolean {
    const { rawHeaders } = this.message;
    const isField = (text: string, index: number) =>
      index % 2 === 0 && text.toLowerCase() === field;
    return rawHeaders.filter(isField).length > 1;
  }
}
