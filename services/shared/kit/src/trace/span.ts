import type { Logger } from '../log';

/** Attributes of a span: enumerated values and counts only. No address, no id of a person, no parameter of a statement. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Describes a span. */
export interface SpanOptions {
  /** A route, a method or a kind of statement; never a path or a value. */
  readonly name: string;
  /** The span kind of OpenTelemetry. */
  readonly kind: 'server' | 'client' | 'internal';
  readonly attributes?: SpanAttributes;
  /** The caller's header, as received (W3C Trace Context). An invalid one is ignored. */
  readonly traceparent?: string | undefined;
}

/** A started span. */
export interface OpenSpan {
  /** Correlates log lines with the trace. */
  readonly traceId: string;
  /** The header for calls made within this span (W3C Trace Context). */
  readonly traceparent: string;
  /** Runs work, including its asynchronous continuations, within this span. */
  run<T>(work: () => T): T;
  rename(name: string): void;
  setAttributes(attributes: SpanAttributes): void;
  /** Ends the span. @param failure an enumerated error code, never a message */
  end(failure?: string): void;
}

/** Starts spans. */
export interface Tracer {
  start(span: SpanOptions): OpenSpan;
  /** Starts a child span; undefined outside of any span, because background polling is not traced. */
  startInside(span: SpanOptions): OpenSpan | undefined;
  /** Exports the remaining spans and stops. Never rejects. */
  stop(): Promise<void>;
}

export interface TracingOptions {
  /** The service name in traces. */
  readonly name: string;
  /** Base URL of an OTLP/HTTP receiver; undefined: tracing is off. */
  readonly endpoint: string | undefined;
  /** Ratio of traces that are sampled, 0 to 1. Decided by the trace id, so all processes sample the same traces. */
  readonly ratio: number;
  readonly log: Logger;
}
