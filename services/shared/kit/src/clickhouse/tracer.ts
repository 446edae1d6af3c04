import {
  ClickHouseError,
  type ClickHouseSpan,
  type ClickHouseSpanAttributes,
  type ClickHouseTracer,
} from '@clickhouse/client';
import type { SpanAttributes } from '../trace/span';
import { currentTracer, errorType } from '../trace/tracing';

/** The client's attributes that reach traces: enumerated values and counts, no statement text and no id. */
const ATTRIBUTES = new Set([
  'db.system.name',
  'db.operation.name',
  'db.collection.name',
  'db.response.status_code',
  'db.response.returned_rows',
  'clickhouse.request.sent_rows',
  'clickhouse.summary.read_rows',
  'clickhouse.summary.written_rows',
]);

/** The client's status code of an error. Its message may contain parameters and is not recorded. */
const ERROR_STATUS = 2;

const NO_SPAN: ClickHouseSpan = {
  setAttributes: () => undefined,
  setStatus: () => undefined,
  recordException: () => undefined,
  end: () => undefined,
};

/** Records the client's operations as child spans of the current trace. */
export const clickhouseTracer: ClickHouseTracer = {
  startActiveSpan: (name, { attributes }, operation) => {
    const span = currentTracer()?.startInside({ name, kind: 'client', attributes: attributesOf(attributes) });
    if (!span) return operation(NO_SPAN);
    let failure: string | undefined;
    return span.run(() =>
      operation({
        setAttributes: (more) => span.setAttributes(attributesOf(more)),
        setStatus: ({ code }) => {
          if (code === ERROR_STATUS) failure ??= 'Error';
        },
        recordException: (error) => {
          failure = (error instanceof ClickHouseError && error.type) || errorType(error);
        },
        end: () => span.end(failure),
      }),
    );
  },
};

function attributesOf(attributes: ClickHouseSpanAttributes = {}): SpanAttributes {
  return Object.fromEntries(
    Object.entries(attributes).filter(
      (entry): entry is [string, string | number | boolean] =>
        ATTRIBUTES.has(entry[0]) && entry[1] !== undefined,
    ),
  );
}
