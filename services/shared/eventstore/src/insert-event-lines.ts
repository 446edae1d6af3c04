import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { INSERT_SETTINGS } from './insert-events';

export interface LinesInsert {
  /** Rows of `table` as JSON, one a line, each with its line end. */
  readonly lines: Buffer;
  /**
   * Lines sent again with the token of earlier ones are dropped whole, whatever they are (see `InsertOptions`). Left out:
   * each time they are sent they are stored, so that they replace what came between.
   */
  readonly token?: string;
  readonly signal?: AbortSignal;
}

/**
 * Writes events that are text already, without making rows of them first, and returns once ClickHouse has stored them.
 *
 * @throws the client's error, unchanged.
 */
export async function insertEventLines(
  client: ClickHouseClient,
  { lines, token, signal }: LinesInsert,
): Promise<void> {
  if (lines.length === 0) return;
  const { stream } = await client.exec({
    query: 'INSERT INTO events FORMAT JSONEachRow',
    values: Readable.from([lines], { objectMode: false }),
    clickhouse_settings: {
      ...INSERT_SETTINGS,
      // Without any, ClickHouse would take the lines themselves for one.
      insert_deduplication_token: token ?? randomUUID(),
    },
    ...(signal === undefined ? {} : { abort_signal: signal }),
  });
  // The socket is free for the next request only when its answer has been read.
  await finished(stream.resume());
}
