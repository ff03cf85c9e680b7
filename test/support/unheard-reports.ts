import { McpTelemetry } from 'nest-mcp';
import { TransportReports } from '../../src/transports/transport-reports.js';
import { BenchLogger } from './bench-logger.js';
import { ManualClock } from './manual-clock.js';

/** Reports of a transport that nobody listens to. */
export function unheardReports(): TransportReports {
  const logger = new BenchLogger();
  return new TransportReports(new McpTelemetry(logger), new ManualClock(), logger);
}
