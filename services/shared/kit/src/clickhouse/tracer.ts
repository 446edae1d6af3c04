import {
  ClickHouseError,
  type ClickHouseSpan,
  type ClickHouseSpanAttributes,
  type ClickHouseTracer,
} from '@clickhouse/client';
import type { SpanFacts } from '../trace/span';
import { currentTracer, failureOf } from '../trace/tracing';

/** What the client tells that a trace may hold: closed words and counts, no text of a statement and no id. */
const FACTS = new Set([
  'db.system.name',
  'db.operation.name',
  'db.collection.name',
  'db.response.status_code',
  'db.response.returned_rows',
  'clickhouse.request.sent_rows',
  'clickhouse.summary.read_rows',
  'clickhouse.summary.written_rows',
]);

/** The client's own kind of status for a failure; it tells the message too, which may hold what was asked. */
const FAILED = 2;

const UNSEEN: ClickHouseSpan = {
  setAttributes: () => undefined,
  setStatus: () => undefined,
  recordException: () => undefined,
  end: () => undefined,
};

/** Makes the client's operations spans, where they are a part of something that is traced. */
export const clickhouseTracer: ClickHouseTracer = {
  startActiveSpan: (name, { attributes }, operation) => {
    const span = currentTracer()?.startInside({ name, kind: 'client', facts: factsOf(attributes) });
    if (!span) return operation(UNSEEN);
    let failure: string | undefined;
    return span.run(() =>
      operation({
        setAttributes: (more) => span.note(factsOf(more)),
        setStatus: ({ code }) => {
          if (code === FAILED) failure ??= 'Error';
        },
        recordException: (error) => {
          failure = (error instanceof ClickHouseError && error.type) || failureOf(error);
        },
        end: () => span.end(failure),
      }),
    );
  },
};

function factsOf(attributes: ClickHouseSpanAttributes = {}): SpanFacts {
  return Object.fromEntries(
    Object.entries(attributes).filter(
      (entry): entry is [string, string | number | boolean] => FACTS.has(entry[0]) && entry[1] !== undefined,
    ),
  );
}
