import { insertDeadLetter } from '@headwater/eventstore/insert-dropped-events';
import { insertClickIdLines, insertEventLines } from '@headwater/eventstore/insert-events';
import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { inSpan } from '@headwater/kit/trace/tracing';
import { splitClickIds } from './batch-events';
import type { Batch } from './log/shipper';

/** Stores a batch; a repeat with the same token is ignored. Rejects when the batch must be sent again. */
export type Deliver = (batch: Batch, signal: AbortSignal) => Promise<void>;

export interface DeliverOptions {
  readonly insert: Deliver;
  /** True when ClickHouse rejects the content of the lines, which no retry changes. */
  readonly isRejection: (error: unknown) => boolean;
  /** Stores one rejected line with the error. */
  readonly deadLetter: (line: string, error: unknown) => Promise<void>;
}

const LINE_END = 0x0a;

/**
 * Delivers a batch. A rejected batch is halved until the rejected line is alone: it becomes a dead letter, all others are stored.
 * The halves are derived from the batch, so that a repeat after a crash sends the same ones with the same tokens.
 */
export function deliverOrDeadLetter({ insert, isRejection, deadLetter }: DeliverOptions): Deliver {
  const deliver: Deliver = async (batch, signal) => {
    try {
      await insert(batch, signal);
    } catch (error) {
      if (!isRejection(error)) throw error;
      const middle = middleLine(batch.lines);
      if (middle === undefined) return deadLetter(batch.lines.toString('utf8').trimEnd(), error);
      await deliver({ lines: batch.lines.subarray(0, middle), token: `${batch.token}.0` }, signal);
      await deliver({ lines: batch.lines.subarray(middle), token: `${batch.token}.1` }, signal);
    }
  };
  return deliver;
}

/**
 * The start of the middle line; undefined for a single line. By the number of lines, not of bytes: a repeat after a crash may
 * have other sessions in its lines, and must have the same halves.
 */
function middleLine(lines: Buffer): number | undefined {
  const starts = [0];
  for (
    let end = lines.indexOf(LINE_END);
    end >= 0 && end + 1 < lines.length;
    end = lines.indexOf(LINE_END, end + 1)
  )
    starts.push(end + 1);
  return starts.length > 1 ? starts[starts.length >> 1] : undefined;
}

/**
 * ClickHouse's error codes for a row that it cannot parse or store. All other errors (no connection, no space, no table, no
 * permission, too many parts) are temporary, and the events wait in the log.
 */
const REJECTIONS: Readonly<Record<string, string>> = {
  6: 'CANNOT_PARSE_TEXT',
  25: 'CANNOT_PARSE_ESCAPE_SEQUENCE',
  26: 'CANNOT_PARSE_QUOTED_STRING',
  27: 'CANNOT_PARSE_INPUT_ASSERTION_FAILED',
  33: 'CANNOT_READ_ALL_DATA',
  38: 'CANNOT_PARSE_DATE',
  41: 'CANNOT_PARSE_DATETIME',
  53: 'TYPE_MISMATCH',
  69: 'ARGUMENT_OUT_OF_BOUND',
  70: 'CANNOT_CONVERT_TYPE',
  72: 'CANNOT_PARSE_NUMBER',
  117: 'INCORRECT_DATA',
  131: 'TOO_LARGE_STRING_SIZE',
  321: 'VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE',
  349: 'CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN',
  376: 'CANNOT_PARSE_UUID',
  467: 'CANNOT_PARSE_BOOL',
  691: 'UNKNOWN_ELEMENT_OF_ENUM',
};

/** Returns the delivery of batches to ClickHouse: `events`, `click_ids`, and `dead_letters` for rejected rows. */
export function deliverToClickhouse(
  client: ClickHouseClient,
  onDeadLetter: (reason: string) => void,
): Deliver {
  return deliverOrDeadLetter({
    insert: ({ lines, token }, signal) =>
      inSpan({ name: 'ship events', kind: 'internal' }, async () => {
        const { events, clickIds } = splitClickIds(lines);
        await insertEventLines(client, { lines: events, token, signal });
        await insertClickIdLines(client, { lines: clickIds, token, signal });
      }),
    isRejection: (error) => String((error as { code?: unknown }).code) in REJECTIONS,
    deadLetter: async (event, error) => {
      const reason = error instanceof Error ? error.message : String(error);
      await insertDeadLetter(client, { ...siteOf(event), reason, event });
      onDeadLetter(reason);
    },
  });
}

/** The site of an event; 0 if it cannot be parsed. */
function siteOf(event: string): { readonly workspaceId: number; readonly siteId: number } {
  try {
    const row = JSON.parse(event) as { workspace_id?: unknown; site_id?: unknown };
    return { workspaceId: wholeNumber(row.workspace_id), siteId: wholeNumber(row.site_id) };
  } catch {
    return { workspaceId: 0, siteId: 0 };
  }
}

function wholeNumber(value: unknown): number {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : 0;
}
