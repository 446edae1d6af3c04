import type { ClickHouseClient } from '@clickhouse/client';
import { compileTouchedVisitors } from '../domain/touches/compile-touched-visitors';
import { lookingBack, OVERLAP_MS, startOf, type TouchedCursor } from '../domain/touches/touched-cursor';
import { runStatement, type RunOptions } from './run-statement';

export interface TouchedPage {
  readonly visitors: readonly TouchedCursor[];
  readonly next: TouchedCursor;
  readonly more: boolean;
}

const NOW = 'SELECT toUnixTimestamp64Milli(now64(3)) AS nowMs';

/** A page of touched visitors. @param after undefined: from a few seconds ago on. @throws AppError, see runStatement. */
export async function readTouchedVisitors(
  client: ClickHouseClient,
  { after, limit }: { readonly after: TouchedCursor | undefined; readonly limit: number },
  options: RunOptions,
): Promise<TouchedPage> {
  // Of the clock that stamps the rows, and before they are read.
  const clock = await runStatement<{ nowMs: number }>(client, { query: NOW, params: {} }, options);
  const nowMs = clock.data[0]?.nowMs ?? 0;
  const from = after ?? startOf(nowMs - OVERLAP_MS);
  const { data } = await runStatement<TouchedCursor>(client, compileTouchedVisitors(from, limit), options);
  const last = data.length === limit ? data.at(-1) : undefined;
  return { visitors: data, next: last ?? lookingBack(from, nowMs), more: last !== undefined };
}
