import type { Tracer } from '@opentelemetry/api';
import { context, propagation } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  CompositePropagator,
  W3CBaggagePropagator,
  W3CTraceContextPropagator,
} from '@opentelemetry/core';
import type { DataPoint, Histogram } from '@opentelemetry/sdk-metrics';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';

/** OpenTelemetry as an application registers it, with all it makes kept in memory. */
export class OpenTelemetryBench {
  readonly tracerProvider: BasicTracerProvider;
  readonly meterProvider: MeterProvider;
  private readonly spanExporter = new InMemorySpanExporter();
  private readonly metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);

  constructor() {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(
      new CompositePropagator({
        propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()],
      }),
    );
    this.tracerProvider = new BasicTracerProvider({
      spanProcessors: [new SimpleSpanProcessor(this.spanExporter)],
    });
    const exporter = this.metricExporter;
    this.meterProvider = new MeterProvider({
      readers: [new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 2 ** 30 })],
    });
  }

  /** The application's own tracer. */
  get tracer(): Tracer {
    return this.tracerProvider.getTracer('application');
  }

  /** Ended spans, in the order in which they ended. */
  get spans(): readonly ReadableSpan[] {
    return this.spanExporter.getFinishedSpans();
  }

  /** The only ended span of this name. */
  span(name: string): ReadableSpan {
    const [found, ...others] = this.spans.filter((span) => span.name === name);
    if (found === undefined || others.length > 0) {
      throw new Error(`not one span ${name}: ${this.spans.map((span) => span.name).join(', ')}`);
    }
    return found;
  }

  /** The points of a histogram so far. */
  async points(name: string): Promise<readonly DataPoint<Histogram>[]> {
    await this.meterProvider.forceFlush();
    const metrics = this.metricExporter.getMetrics().at(-1)?.scopeMetrics ?? [];
    const found = metrics.flatMap((scope) => scope.metrics);
    const metric = found.find(({ descriptor }) => descriptor.name === name);
    return (metric?.dataPoints ?? []) as DataPoint<Histogram>[];
  }

  /** Forgets the spans so far. */
  reset(): void {
    this.spanExporter.reset();
  }

  async close(): Promise<void> {
    await this.meterProvider.shutdown();
    await this.tracerProvider.shutdown();
    context.disable();
    propagation.disable();
  }
}
