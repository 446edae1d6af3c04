import type { Logger } from '../log';

/** Plain facts of a span. From closed lists and counts only: no address, no id of a person, no parameter of a statement. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

/** What a span is of. */
export interface SpanOf {
  /** A route, a method or a kind of statement, never a path or a value. */
  readonly name: string;
  /** `server`: work that somebody else asked for; `client`: work that somebody else does; `internal`: neither. */
  readonly kind: 'server' | 'client' | 'internal';
  readonly facts?: SpanFacts;
  /** Of whoever asked for the work, as it came (W3C Trace Context); anything else is as good as none. */
  readonly traceparent?: string | undefined;
}

/** One piece of work under way. */
export interface OpenSpan {
  /** Joins log lines with the trace. */
  readonly traceId: string;
  /** To be handed to whoever does the work (W3C Trace Context). */
  readonly traceparent: string;
  /** Runs work, all that it begins included, as a part of this span. */
  run<T>(work: () => T): T;
  rename(name: string): void;
  note(facts: SpanFacts): void;
  /** Ends the span. @param failure a code from a closed list, never a message */
  end(failure?: string): void;
}

/** Makes spans. */
export interface Tracer {
  start(span: SpanOf): OpenSpan;
  /** The same within a span; undefined outside of all: what a timer asks every second tells nobody anything. */
  startInside(span: SpanOf): OpenSpan | undefined;
  /** Sends what is left and ends. Never rejects. */
  stop(): Promise<void>;
}

export interface TracingOptions {
  /** What the process is called in the traces. */
  readonly name: string;
  /** Base URL of an OTLP/HTTP receiver; undefined: no traces. */
  readonly endpoint: string | undefined;
  /** Share of the traces that are sent, 0 to 1; decided by their id, and so alike in all processes. */
  readonly ratio: number;
  readonly log: Logger;
}
