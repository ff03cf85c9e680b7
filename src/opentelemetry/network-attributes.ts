import type { Attributes } from '@opentelemetry/api';
import type { TransportName } from '../protocol/transport-name.js';
import { Attribute } from './attribute-names.js';

const NETWORK: Readonly<Record<TransportName, Attributes>> = {
  http: { [Attribute.NetworkTransport]: 'tcp', [Attribute.NetworkProtocol]: 'http' },
  stdio: { [Attribute.NetworkTransport]: 'pipe' },
  memory: {},
};

/** How the client is connected. */
export const networkAttributes = (transport: TransportName | undefined): Attributes =>
  transport === undefined ? {} : NETWORK[transport];
