import type { Handlers } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { runQuery } from '../clickhouse/run';
import type { Dependencies } from '../dependencies';
import { instantText } from '../query/bindings';
import { invalid, requestError } from '../query/problem';
import type { DropCount } from './traffic-quality';

/**
 * Visitors with an event in the last five minutes are online. The time is the event's own, so that a server's backfill counts
 * as no presence; a sender's clock may be ahead by as much.
 */
export const ONLINE_MS = 5 * 60_000;
const RECENT_DROPS_MS = 24 * 60 * 60_000;

const ACTIVITY_SQL = `SELECT
  (SELECT toUnixTimestamp64Milli(maxOrNull(last_received_at)) FROM site_activity
   WHERE workspace_id = {workspace_id:UInt64} AND site_id = {site_id:UInt64}) AS last_event_at_ms,
  (SELECT uniqExact(visitor_id) FROM events
   WHERE workspace_id = {workspace_id:UInt64} AND site_id = {site_id:UInt64}
     AND ts > {since:DateTime64(3, 'UTC')} AND ts <= {until:DateTime64(3, 'UTC')}) AS online`;

const DROPS_SQL = `SELECT reason, bot_reason AS botReason, sum(drops.events) AS events FROM drops
WHERE workspace_id = {workspace_id:UInt64} AND site_id = {site_id:UInt64}
  AND quarter > {since:DateTime64(3, 'UTC')}
GROUP BY reason, bot_reason
ORDER BY events DESC, reason ASC, bot_reason ASC`;

interface ActivityRow {
  readonly last_event_at_ms: number | null;
  readonly online: number;
}

/** The last arrival, the visitors online and the drops of the last 24 hours of one site. */
export function createGetSiteActivity(
  dependencies: Dependencies,
): Handlers<AnalyticsDefinition>['GetSiteActivity'] {
  return async ({ siteId }, call) => {
    const site = { workspace_id: call.workspaceId(), site_id: siteId };
    if (!Number.isSafeInteger(siteId) || siteId < 1)
      throw requestError([invalid('siteId', 'must be a positive integer')]);
    const nowMs = dependencies.clock.now();
    const online = { since: instantText(nowMs - ONLINE_MS), until: instantText(nowMs + ONLINE_MS) };
    const recent = { since: instantText(nowMs - RECENT_DROPS_MS) };
    const [activity, drops] = await runQuery(
      dependencies,
      { name: 'readSiteActivity', signal: call.signal },
      (run) =>
        Promise.all([
          run<ActivityRow>({ query: ACTIVITY_SQL, params: { ...site, ...online } }),
          run<DropCount>({ query: DROPS_SQL, params: { ...site, ...recent } }),
        ]),
    );
    const [row] = activity.data;
    const lastEventAtMs = row?.last_event_at_ms ?? undefined;
    return {
      ...(lastEventAtMs === undefined ? {} : { lastEventAtMs }),
      online: row?.online ?? 0,
      recentDrops: drops.data,
    };
  };
}
