import type { Handlers } from '@headwater/kit/rpc/types';
import { BATCH_LIMITS, CLICK_ID_LIMITS } from '@headwater/protos/limits';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { runQuery } from '../clickhouse/run';
import type { Dependencies } from '../dependencies';
import { Bindings, type Statement } from '../query/bindings';
import { invalid, requestError } from '../query/problem';

interface Moment {
  /** From `StoredIds`. */
  readonly visitorId: string;
  /** Unix milliseconds. */
  readonly momentMs: number;
}

interface ClicksPlan {
  readonly workspaceId: number;
  readonly moments: readonly Moment[];
  readonly siteIds: readonly number[];
  /** Unix milliseconds, inclusive. */
  readonly fromMs: number;
}

interface Row extends Moment {
  readonly siteId: number;
  readonly atMs: number;
  readonly parameter: string;
  readonly sealed: string;
}

const { clickMoments: MAX_MOMENTS } = BATCH_LIMITS;
const LOOKBACK_MS = CLICK_ID_LIMITS.days * 86_400_000;

const keyOf = ({ visitorId, momentMs }: Moment): string => `${visitorId} ${momentMs}`;

/** The sealed click ids of visitors: of each parameter, the latest one up to each moment. */
export function createListClicks(dependencies: Dependencies): Handlers<AnalyticsDefinition>['ListClicks'] {
  return async ({ moments: requested, siteIds }, call) => {
    const workspaceId = call.workspaceId();
    const problems = [
      ...(requested.length > MAX_MOMENTS ? [invalid('moments', `must be at most ${MAX_MOMENTS}`)] : []),
      ...(requested.some(({ anonymousId, atMs }) => anonymousId === '' || atMs < 0)
        ? [invalid('moments', 'must have an anonymousId and an atMs of 0 or later')]
        : []),
    ];
    if (problems.length > 0) throw requestError(problems);
    const { ofVisitor } = await dependencies.storedIds(call.signal);
    const moments = requested.map(({ anonymousId, atMs }) => ({
      visitorId: ofVisitor(workspaceId, anonymousId),
      momentMs: atMs,
    }));
    if (moments.length === 0 || siteIds.length === 0) return { clicks: [] };
    const indexes = new Map(moments.map((moment, index) => [keyOf(moment), index]));
    const first = Math.min(dependencies.clock.now(), ...moments.map(({ momentMs }) => momentMs));
    const oldest = dependencies.clock.now() - LOOKBACK_MS;
    const plan = { workspaceId, moments, siteIds, fromMs: Math.max(0, oldest, first - LOOKBACK_MS) };
    const { data } = await runQuery(dependencies, { name: 'readClicks', signal: call.signal }, (run) =>
      run<Row>(compileClicks(plan)),
    );
    return {
      clicks: data.map(({ visitorId, momentMs, ...click }) => ({
        index: indexes.get(keyOf({ visitorId, momentMs })) ?? 0,
        ...click,
      })),
    };
  };
}

/** A row per visitor, parameter and moment: the latest click after the visitor's previous moment. */
export function compileClicks({ workspaceId, moments, siteIds, fromMs }: ClicksPlan): Statement {
  const bindings = new Bindings();
  const visitorIds = moments.map(({ visitorId }) => BigInt(visitorId));
  const visitors = bindings.bind('visitor_ids', 'Array(UInt64)', visitorIds);
  const times = bindings.bind(
    'moments',
    'Array(UInt64)',
    moments.map(({ momentMs }) => BigInt(momentMs)),
  );
  const before = Math.max(...moments.map(({ momentMs }) => momentMs)) + 1;
  return {
    query: [
      'SELECT toString(visitor_id) AS visitorId, moment AS momentMs, latest.1 AS siteId, at AS atMs, parameter, latest.2 AS sealed',
      // Only the latest click of a group is stored in memory: a visitor may have very many.
      'FROM (SELECT visitor_id, parameter, moment, max(click.at) AS at, argMax((site_id, sealed), (click.at, -toInt64(site_id))) AS latest',
      '  FROM (SELECT visitor_id, site_id, parameter, sealed, toUInt64(toUnixTimestamp64Milli(ts)) AS at',
      '    FROM click_ids',
      `    WHERE workspace_id = ${bindings.bind('workspace_id', 'UInt64', workspaceId)}`,
      `      AND visitor_id IN ${visitors}`,
      `      AND site_id IN ${bindings.bind('site_ids', 'Array(UInt64)', [...siteIds])}`,
      `      AND ts >= ${bindings.instant('from', fromMs)} AND ts < ${bindings.instant('before', before)}) AS click`,
      `  ASOF JOIN (SELECT pair.1 AS visitor_id, pair.2 AS moment FROM (SELECT arrayJoin(arrayZip(${visitors}, ${times})) AS pair)) AS requested`,
      '  ON click.visitor_id = requested.visitor_id AND click.at <= requested.moment',
      '  GROUP BY visitor_id, parameter, moment)',
    ].join('\n'),
    params: bindings.params,
  };
}
