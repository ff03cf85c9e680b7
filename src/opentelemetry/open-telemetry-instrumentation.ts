import type * as Api from '@opentelemetry/api';
import type {
  McpInstrumentation,
  McpOperation,
  McpOperationTrace,
  McpSessionStart,
  McpSessionTrace,
} from '../dispatch/telemetry/instrumentation.interface.js';
import { PACKAGE_VERSION } from '../package-version.js';
import { loadFailure } from '../protocol/optional-package.js';
import type { OpenTelemetryOptions } from './open-telemetry-options.interface.js';
import type { OperationTools } from './operation-trace.js';
import { OperationTrace } from './operation-trace.js';
import { SessionTrace } from './session-trace.js';

/** Name of the tracer and of the meter: the package that instruments. */
const SCOPE = 'nest-mcp';

/** As the conventions ask for, in seconds. */
const BOUNDARIES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

interface Tools extends OperationTools {
  readonly sessionDuration: Api.Histogram;
}

/** OpenTelemetry behind the seam of the server. Its API is loaded when the application starts. */
export class OpenTelemetryInstrumentation implements McpInstrumentation {
  private tools: Tools | undefined;

  constructor(private readonly options: OpenTelemetryOptions) {}

  /** @throws McpConfigurationError saying what to install */
  async start(): Promise<void> {
    this.tools = createTools(await loadApi(), this.options);
  }

  begin(operation: McpOperation): McpOperationTrace | undefined {
    return this.tools && new OperationTrace(this.tools, operation);
  }

  beginSession(session: McpSessionStart): McpSessionTrace | undefined {
    return this.tools && new SessionTrace(this.tools.sessionDuration, session);
  }
}

async function loadApi(): Promise<typeof Api> {
  try {
    return await import('@opentelemetry/api');
  } catch (cause) {
    const packages = '@opentelemetry/api';
    throw loadFailure(cause, { where: 'openTelemetry()', packages, purpose: 'OpenTelemetry' });
  }
}

function createTools(api: typeof Api, options: OpenTelemetryOptions): Tools {
  const { tracerProvider = api.trace, meterProvider = api.metrics } = options;
  const meter = meterProvider.getMeter(SCOPE, PACKAGE_VERSION);
  const histogram = (name: string, description: string) =>
    meter.createHistogram(name, {
      unit: 's',
      description,
      advice: { explicitBucketBoundaries: BOUNDARIES },
    });
  return {
    api,
    options,
    tracer: tracerProvider.getTracer(SCOPE, PACKAGE_VERSION),
    duration: histogram(
      'mcp.server.operation.duration',
      'How long requests and notifications took, from their arrival to their answer',
    ),
    sessionDuration: histogram('mcp.server.session.duration', 'How long sessions lasted'),
  };
}
