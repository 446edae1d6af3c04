import { visitorKey } from '@headwater/eventstore/visitor-key';
import type { Handlers } from '@headwater/kit/rpc/types';
import { BATCH_LIMITS, CLICK_ID_LIMITS } from '@headwater/protos/limits';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { runQuery } from '../clickhouse/run';
import type { Dependencies } from '../dependencies';
import { Bindings, type Statement } from '../query/bindings';
import { invalid, requestError } from '../query/problem';

interface ClickIdsPlan {
  readonly workspaceId: number;
  /** From `visitorKey`. */
  readonly visitorIds: readonly string[];
  readonly siteIds: readonly number[];
  /** Unix milliseconds, inclusive. */
  readonly fromMs: number;
  /** Unix milliseconds, exclusive. */
  readonly beforeMs: number;
}

interface Row {
  readonly visitorId: string;
  readonly siteId: number;
  readonly atMs: number;
  readonly parameter: string;
  readonly sealed: string;
}

const { clickIdVisitors: MAX_VISITORS } = BATCH_LIMITS;
const DAY_MS = 86_400_000;

/** The newest sealed click ids of some visitors, by parameter. */
export function createListClickIds(
  dependencies: Dependencies,
): Handlers<AnalyticsDefinition>['ListClickIds'] {
  return async ({ anonymousIds, siteIds, fromMs, beforeMs }, call) => {
    const workspaceId = call.workspaceId();
    const problems = [
      ...(anonymousIds.length > MAX_VISITORS
        ? [invalid('anonymousIds', `must be at most ${MAX_VISITORS}`)]
        : []),
      ...(anonymousIds.includes('') ? [invalid('anonymousIds', 'must not be empty')] : []),
      ...(fromMs < 0 || beforeMs < fromMs ? [invalid('fromMs', 'must be 0 to beforeMs')] : []),
    ];
    if (problems.length > 0) throw requestError(problems);
    const indexes = new Map(anonymousIds.map((id, index) => [visitorKey(workspaceId, id), index]));
    if (indexes.size === 0 || siteIds.length === 0) return { clickIds: [] };
    const oldest = dependencies.clock.now() - CLICK_ID_LIMITS.days * DAY_MS;
    const plan = {
      ...{ workspaceId, visitorIds: [...indexes.keys()], siteIds },
      ...{ fromMs: Math.max(fromMs, oldest), beforeMs: Math.max(beforeMs, oldest) },
    };
    const { data } = await runQuery(dependencies, { name: 'readClickIds', signal: call.signal }, (run) =>
      run<Row>(compileClickIds(plan)),
    );
    return {
      clickIds: data.map(({ visitorId, ...clickId }) => ({ index: indexes.get(visitorId) ?? 0, ...clickId })),
    };
  };
}

/** A row per click id, by visitor, newest first. */
export function compileClickIds(plan: ClickIdsPlan): Statement {
  const bindings = new Bindings();
  return {
    query: [
      'SELECT toString(visitor_id) AS visitorId, site_id AS siteId, toUnixTimestamp64Milli(ts) AS atMs, parameter, sealed',
      'FROM click_ids FINAL',
      `WHERE workspace_id = ${bindings.bind('workspace_id', 'UInt64', plan.workspaceId)}`,
      `  AND visitor_id IN ${bindings.bind('visitor_ids', 'Array(UInt64)', plan.visitorIds.map(BigInt))}`,
      `  AND site_id IN ${bindings.bind('site_ids', 'Array(UInt64)', [...plan.siteIds])}`,
      `  AND ts >= ${bindings.instant('from', plan.fromMs)} AND ts < ${bindings.instant('before', plan.beforeMs)}`,
      'ORDER BY visitorId, parameter, atMs DESC, siteId',
      `LIMIT ${bindings.bind('limit', 'UInt16', CLICK_ID_LIMITS.maxPerVisitor)} BY visitorId, parameter`,
      // The conditions are columns of the sort key: the texts are read only for rows that match.
      'SETTINGS optimize_move_to_prewhere_if_final = 1',
    ].join('\n'),
    params: bindings.params,
  };
}
