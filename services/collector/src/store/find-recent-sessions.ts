import { READ_SETTINGS } from '@headwater/eventstore/read-settings';
import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { ENDED_WITH_CALLER } from '@headwater/kit/clickhouse/ended-with-caller';
import type { Channel, Device } from '@headwater/protos/vocabulary';
import { SESSION_IDLE_MS, type KnownSession } from '../domain/resolve-session';

export interface RecentSessionsQuery {
  readonly workspaceId: number;
  readonly siteId: number;
  /** Stored keys, decimal. */
  readonly visitorKeys: readonly string[];
  /** The first and last time of interest, Unix ms. */
  readonly from: number;
  readonly to: number;
  /** Ends the query in ClickHouse too. */
  readonly signal?: AbortSignal;
}

/** How far before its event a named session may have begun. */
const LONGEST_SESSION_MS = 24 * 60 * 60 * 1_000;

interface SessionRow {
  readonly visitor: string;
  readonly session: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly first: readonly string[];
  readonly rulesVersion: number;
}

const QUERY = `
SELECT
    toString(visitor_id) AS visitor,
    toString(session_id) AS session,
    toUnixTimestamp64Milli(min(ts)) AS startedAt,
    toUnixTimestamp64Milli(max(ts)) AS endedAt,
    argMin([channel, source, referrer, utm_source, utm_medium, utm_campaign, utm_term, utm_content, landing,
        country, region, device, browser, os], (channel = '', ts)) AS first,
    argMin(rules_version, (channel = '', ts)) AS rulesVersion
FROM events
WHERE workspace_id = {workspaceId:UInt64}
    AND site_id = {siteId:UInt64}
    AND ts >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
    AND ts <= fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    AND visitor_id IN {visitors:Array(UInt64)}
GROUP BY visitor_id, session_id`;

/**
 * The sessions of some visitors around some time, each with the attributes of its first event that knows its channel.
 *
 * @throws the client's error, unchanged.
 */
export async function findRecentSessions(
  client: ClickHouseClient,
  query: RecentSessionsQuery,
): Promise<KnownSession[]> {
  const result = await client.query({
    query: QUERY,
    query_params: {
      workspaceId: query.workspaceId,
      siteId: query.siteId,
      from: query.from - LONGEST_SESSION_MS,
      to: query.to + SESSION_IDLE_MS,
      visitors: query.visitorKeys.map(BigInt),
    },
    format: 'JSONEachRow',
    ...(query.signal === undefined ? {} : { abort_signal: query.signal }),
    clickhouse_settings: { ...READ_SETTINGS, ...ENDED_WITH_CALLER },
  });
  return (await result.json<SessionRow>()).map(knownSession);
}

function knownSession(row: SessionRow): KnownSession {
  const [channel = '', source = '', referrer = '', utmSource = '', utmMedium = '', utmCampaign = ''] =
    row.first;
  const [utmTerm = '', utmContent = '', landing = '', country = '', region = ''] = row.first.slice(6);
  const [device = '', browser = '', os = ''] = row.first.slice(11);
  const campaign = { utmSource, utmMedium, utmCampaign, utmTerm, utmContent };
  const { rulesVersion } = row;
  return {
    visitorKey: row.visitor,
    sessionKey: row.session,
    startedAt: row.startedAt,
    endedAt: row.endedAt,
    acquisition:
      channel === ''
        ? undefined
        : { channel: channel as Channel, source, referrer, landing, campaign, rulesVersion, rule: '' },
    agent: { device: device as Device | '', browser, os },
    location: { country, region },
  };
}
