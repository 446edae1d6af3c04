import type { Handlers } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { runQuery, type RunStatement } from '../clickhouse/run';
import type { Dependencies } from '../dependencies';
import { Bindings, type Statement } from '../query/bindings';
import { invalid, requestError } from '../query/problem';
import { keyBytes } from './first-touches';

/**
 * A position in `touched_visitors`, which is ordered by (time, workspace, visitor).
 *
 * A reader goes through the table in passes. A row becomes visible when its insert commits, with the time at which the insert
 * began: a later pass may find rows before the position of an earlier one. So each pass starts OVERLAP_MS before the previous
 * one began, however many pages the previous one had, and ends at the time at which it began.
 */
export interface TouchedCursor {
  /** Unix milliseconds of ClickHouse's clock. */
  readonly ms: number;
  readonly workspaceId: number;
  /** As stored: unsigned 64-bit decimal. */
  readonly visitorId: string;
  /** Within a pass: start of the next pass, Unix milliseconds. Undefined: the position starts a pass. */
  readonly nextPassMs?: number;
}

interface TouchedPage {
  readonly visitors: readonly TouchedCursor[];
  readonly next: TouchedCursor;
  readonly more: boolean;
}

/**
 * Max time between the start of an insert and its commit. An identify that runs meanwhile must save its link within the same
 * time.
 */
export const OVERLAP_MS = 10_000;

const MAX_LIMIT = 10_000;
const CURSOR = /^(\d{1,15})-(\d{1,15})-(\d{1,20})(?:-(\d{1,15}))?$/;
const CLOCK: Statement = { query: 'SELECT toUnixTimestamp64Milli(now64(3)) AS nowMs', params: {} };

/** Visitors with events stored after a position, of all workspaces. */
export function createListTouchedVisitors(
  dependencies: Dependencies,
): Handlers<AnalyticsDefinition>['ListTouchedVisitors'] {
  return async ({ cursor, limit }, call) => {
    if (limit < 1 || limit > MAX_LIMIT) throw requestError([invalid('limit', `must be 1 to ${MAX_LIMIT}`)]);
    const after = parseCursor(cursor);
    if (cursor !== '' && after === undefined)
      throw requestError([invalid('cursor', 'must come from an earlier response')]);
    const { visitors, next, more } = await runQuery(
      dependencies,
      { name: 'readTouchedVisitors', signal: call.signal },
      (run) => queryTouchedVisitors(run, after, limit),
    );
    return {
      visitors: visitors.map(({ workspaceId, visitorId }) => ({
        workspaceId,
        visitorKey: keyBytes(visitorId),
      })),
      cursor: formatCursor(next),
      more,
    };
  };
}

/** @param after undefined: starts OVERLAP_MS ago. */
async function queryTouchedVisitors(
  run: RunStatement,
  after: TouchedCursor | undefined,
  limit: number,
): Promise<TouchedPage> {
  // The clock that stamps the rows, read before them.
  const clock = await run<{ nowMs: number }>(CLOCK);
  const nowMs = clock.data[0]?.nowMs ?? 0;
  const from = after ?? startOf(nowMs - OVERLAP_MS);
  const { data } = await run<TouchedCursor>(compileTouchedVisitors(from, limit));
  // The reader does not store a cursor for an empty page. It goes on in a new pass, so that none is stuck within an old one.
  if (data.length === 0 && from.nextPassMs !== undefined)
    return queryTouchedVisitors(run, startOf(from.nextPassMs), limit);
  return { visitors: data, ...nextPosition(from, { rows: data, limit, nowMs }) };
}

/** The position after a page, and whether its pass goes on. @param nowMs ClickHouse's clock before the page was read. */
export function nextPosition(
  from: TouchedCursor,
  page: { readonly rows: readonly TouchedCursor[]; readonly limit: number; readonly nowMs: number },
): { readonly next: TouchedCursor; readonly more: boolean } {
  // Never before the start of this pass: a clock that was set back must not cause a second reading of everything.
  const nextPassMs = from.nextPassMs ?? Math.max(from.ms, page.nowMs - OVERLAP_MS);
  const last = page.rows.length === page.limit ? page.rows.at(-1) : undefined;
  return last && last.ms < nextPassMs + OVERLAP_MS
    ? { next: { ...last, nextPassMs }, more: true }
    : { next: startOf(nextPassMs), more: false };
}

/** A row per touched visitor after the position, in order. Of all workspaces. */
export function compileTouchedVisitors(after: TouchedCursor, limit: number): Statement {
  const bindings = new Bindings();
  const ms = bindings.instant('ms', after.ms);
  const workspace = bindings.bind('workspace_id', 'UInt64', after.workspaceId);
  const visitor = bindings.bind('visitor_id', 'UInt64', after.visitorId);
  return {
    query: [
      'SELECT toUnixTimestamp64Milli(touched_at) AS ms, workspace_id AS workspaceId, toString(visitor_id) AS visitorId',
      'FROM touched_visitors',
      // ClickHouse uses the primary key for the first condition only.
      `WHERE touched_at >= ${ms}`,
      `  AND (touched_at > ${ms} OR (workspace_id, visitor_id) > (${workspace}, ${visitor}))`,
      'ORDER BY touched_at ASC, workspace_id ASC, touched_visitors.visitor_id ASC',
      `LIMIT ${bindings.bind('limit', 'UInt16', limit)}`,
    ].join('\n'),
    params: bindings.params,
    // Identity resolves the pending links of all workspaces.
    acrossWorkspaces: ['touched_visitors'],
  };
}

/** The position before all rows of a moment. */
export function startOf(ms: number): TouchedCursor {
  return { ms, workspaceId: 0, visitorId: '0' };
}

/** Parses a cursor from `formatCursor`; undefined for any other text. */
export function parseCursor(text: string): TouchedCursor | undefined {
  const [, ms, workspaceId, visitorId, nextPassMs] = CURSOR.exec(text) ?? [];
  if (ms === undefined || workspaceId === undefined || visitorId === undefined) return undefined;
  if (BigInt(visitorId) >= 2n ** 64n) return undefined;
  return {
    ms: Number(ms),
    workspaceId: Number(workspaceId),
    visitorId,
    ...(nextPassMs === undefined ? {} : { nextPassMs: Number(nextPassMs) }),
  };
}

export function formatCursor({ ms, workspaceId, visitorId, nextPassMs }: TouchedCursor): string {
  return [ms, workspaceId, visitorId, ...(nextPassMs === undefined ? [] : [nextPassMs])].join('-');
}
