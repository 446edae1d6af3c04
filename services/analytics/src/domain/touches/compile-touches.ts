import { Bindings } from '../query/bindings';
import type { Statement } from '../query/compile';
import { instantText } from '../time/instant-text';

/** Whose sessions are asked for, over all sites of a workspace. */
export interface TouchesPlan {
  readonly workspaceId: number;
  /** From `visitorKey`. */
  readonly visitorIds: readonly string[];
  /** Sessions that began later than this, Unix milliseconds. */
  readonly afterMs: number;
  readonly limit: number;
  /** Unix milliseconds. */
  readonly nowMs: number;
}

/** What the session's channel was decided by. */
const EVIDENCE = ['channel', 'source', 'utm_campaign', 'landing', 'referrer'];
const DAY_MS = 86_400_000;
/** As far back as any question goes. */
const MAX_DAYS = 731;

/**
 * A row for each of the newest sessions, newest first, with the number of all of them. A session begins with its first event
 * that has a channel, and is told by it, as a first touch is; of one moment by the smallest.
 *
 * The sites are named although the workspace would do: the table is ordered by site.
 */
export function compileTouches(plan: TouchesPlan): Statement {
  const bindings = new Bindings();
  const workspace = bindings.bind('workspace_id', 'UInt64', plan.workspaceId);
  const moment = (name: string, ms: number): string =>
    bindings.bind(name, "DateTime64(3, 'UTC')", instantText(ms));
  const after = Math.max(plan.afterMs, plan.nowMs - MAX_DAYS * DAY_MS);
  return {
    query: [
      // Qualified, as the answer's columns have their names.
      `SELECT min((ts, ${EVIDENCE.map((column) => `events.${column}`).join(', ')})) AS first,`,
      '  toUnixTimestamp64Milli(first.1) AS startedAtMs, first.2 AS channel, first.3 AS source,',
      '  first.4 AS utmCampaign, first.5 AS landing, first.6 AS referrer, count() OVER () AS total',
      'FROM events',
      `WHERE workspace_id = ${workspace}`,
      `  AND site_id IN (SELECT site_id FROM site_activity WHERE workspace_id = ${workspace})`,
      `  AND visitor_id IN ${bindings.bind('visitor_ids', 'Array(UInt64)', plan.visitorIds.map(BigInt))}`,
      // From a day before, so that a session which began before the moment is known by its own start.
      `  AND ts >= ${moment('start', after - DAY_MS)} AND ts < ${moment('end', plan.nowMs + DAY_MS)}`,
      "  AND events.channel != ''",
      'GROUP BY visitor_id, session_id',
      `HAVING first.1 > ${moment('after', after)}`,
      'ORDER BY startedAtMs DESC, visitor_id ASC, session_id ASC',
      `LIMIT ${bindings.bind('limit', 'UInt16', plan.limit)}`,
    ].join('\n'),
    params: bindings.params,
  };
}
