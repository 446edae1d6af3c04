import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { inSpan } from '@headwater/kit/trace/tracing';
import { insertDeadLetter } from '@headwater/eventstore/insert-dead-letter';
import { insertEventLines } from '@headwater/eventstore/insert-event-lines';
import type { DeliverDeps } from '../ingest/log/deliver-or-bury';

/**
 * ClickHouse's words for a row that it cannot read or hold, each with its name there. A closed list: whatever else goes
 * wrong (no connection, no space, no table, no right, too many parts) passes one day, and the events wait for it.
 */
const REFUSALS: Readonly<Record<string, string>> = {
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

/** How the log's batches come into ClickHouse, and rows that it refuses into `dead_letters`. */
export function shipEvents(client: ClickHouseClient, onBuried: (reason: string) => void): DeliverDeps {
  return {
    insert: ({ lines, token }, signal) =>
      inSpan({ name: 'ship events', kind: 'internal' }, () =>
        insertEventLines(client, { lines, token, signal }),
      ),
    isRefusal: (error) => String((error as { code?: unknown }).code) in REFUSALS,
    bury: async (event, error) => {
      const reason = error instanceof Error ? error.message : String(error);
      await insertDeadLetter(client, { ...ownerOf(event), reason, event });
      onBuried(reason);
    },
  };
}

/** Whose event it is, 0 where even that cannot be read. */
function ownerOf(event: string): { readonly workspaceId: number; readonly siteId: number } {
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
