import { EVENT_COLUMNS, EVIDENCE, unknownColumns, type EventRow } from '@headwater/eventstore/event-columns';
import { inWorkspaceBatches, onlyWorkspaces } from '@headwater/eventstore/only-workspaces';
import { READ_SETTINGS } from '@headwater/eventstore/read-settings';
import { CANCEL_WITH_CALLER, type ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { SESSION_COLUMNS, type SessionColumns, type SessionEvent } from '../domain/derive-sessions';

/** Some visitors of some sites. Workspaces are not mixed: a visitor's key contains the workspace. */
export interface VisitorsQuery {
  readonly workspaceIds: readonly number[];
  readonly siteIds: readonly number[];
  /** Stored keys, decimal. */
  readonly visitorKeys: readonly string[];
  /** Unix ms, inclusive. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly signal?: AbortSignal;
}

/** An event of a visitor, with its site. */
export interface StoredEvent extends SessionEvent {
  readonly workspaceId: number;
  readonly siteId: number;
  readonly name: string;
}

/** Max keys of one statement: ClickHouse accepts parameters of up to 128 KiB. */
export const MAX_KEYS = 2_500;
/** Max events that are read of one visitor on one site. A person causes fewer in three days. */
export const MAX_VISITOR_EVENTS = 5_000;

const SCOPE_OF_SITES = `events.site_id IN {siteIds:Array(UInt64)}
    AND events.ts >= fromUnixTimestamp64Milli({fromMs:Int64}, 'UTC') AND events.ts <= fromUnixTimestamp64Milli({toMs:Int64}, 'UTC')`;
const SCOPE = `${SCOPE_OF_SITES}
    AND events.visitor_id IN {keys:Array(UInt64)}`;

type Row = Omit<StoredEvent, 'columns' | 'own'> & {
  readonly values: readonly (string | number)[];
  readonly own: string;
};

const EVENTS = `
SELECT workspace_id AS workspaceId, site_id AS siteId, name, toString(event_id) AS id, toString(visitor_id) AS visitorKey,
    toUnixTimestamp64Milli(events.ts) AS ts, toString(session_id) AS sessionKey, toString(sent_session) AS sentSession,
    evidence, own, tuple(${SESSION_COLUMNS.join(', ')}) AS values
FROM events FINAL
WHERE ${SCOPE}
LIMIT ${MAX_VISITOR_EVENTS + 1} BY site_id, visitor_id`;

/** Returns the stored events of visitors. @throws the client's error, unchanged. */
export async function findSessionEvents(
  client: ClickHouseClient,
  query: VisitorsQuery,
): Promise<StoredEvent[]> {
  const rows = await select<Row>(client, EVENTS, query);
  return rows.map(({ values, own, ...row }) => {
    const columns = columnsOf(values);
    return { ...row, columns, own: ownColumns(columns, own) };
  });
}

/** The event's own columns. @param own the column `own` */
export function ownColumns(columns: SessionColumns, own: string): SessionColumns {
  if (own === '') return columns;
  return { ...UNKNOWN, ...(JSON.parse(own) as Partial<SessionColumns>) };
}

const UNKNOWN: SessionColumns = {
  ...unknownColumns('acquisition'),
  ...unknownColumns('agent'),
  ...unknownColumns('location'),
};

/** The column `own` of an event with the columns of its session. */
export function ownText(own: SessionColumns, columns: SessionColumns): string {
  if (SESSION_COLUMNS.every((name) => own[name] === columns[name])) return '';
  const known = SESSION_COLUMNS.filter((name) => own[name] !== UNKNOWN[name]);
  return JSON.stringify(Object.fromEntries(known.map((name) => [name, own[name]])));
}

function columnsOf(values: Row['values']): SessionColumns {
  return Object.fromEntries(
    SESSION_COLUMNS.map((name, index) => [name, values[index]]),
  ) as unknown as SessionColumns;
}

const ROWS = `
SELECT ${Object.entries(EVENT_COLUMNS)
  .map(([name, { type }]) =>
    type === 'id' ? `toString(events.${name}) AS ${name}` : `events.${name} AS ${name}`,
  )
  .join(', ')}
FROM events FINAL
WHERE ${SCOPE}
    AND event_id IN {ids:Array(UUID)}`;

/** Returns complete rows of at most `MAX_KEYS` events, to be replaced. @throws the client's error, unchanged. */
export function findRows(
  client: ClickHouseClient,
  query: VisitorsQuery,
  ids: readonly string[],
): Promise<EventRow[]> {
  return select<EventRow>(client, ROWS, query, { ids });
}

const IS_DERIVED = `evidence > 0 AND bitAnd(evidence, ${EVIDENCE.derived}) > 0`;

const DERIVED_VISITORS = `
SELECT DISTINCT toString(visitor_id) AS visitorKey
FROM events
WHERE ${SCOPE} AND ${IS_DERIVED}`;

/** Max visitors that are read of sites of which only a few have derived sessions. */
const FEW_VISITORS = 1_000;

const FEW_DERIVED_VISITORS = `
SELECT DISTINCT toString(visitor_id) AS visitorKey
FROM events
WHERE ${SCOPE_OF_SITES} AND ${IS_DERIVED}
LIMIT ${FEW_VISITORS + 1}`;

/**
 * Returns those of any number of visitors that have events with derived sessions. Most sites have few such visitors or none, and
 * a statement with all visitors of a batch costs more than a list of them. @throws the client's error, unchanged.
 */
export async function findDerivedVisitors(
  client: ClickHouseClient,
  {
    visitorKeys,
    ...query
  }: Omit<VisitorsQuery, 'visitorKeys'> & { readonly visitorKeys: ReadonlySet<string> },
): Promise<ReadonlySet<string>> {
  const read = async (statement: string, keys: readonly string[]): Promise<string[]> => {
    const rows = await select<{ visitorKey: string }>(client, statement, { ...query, visitorKeys: keys });
    return rows.map(({ visitorKey }) => visitorKey);
  };
  const few = await read(FEW_DERIVED_VISITORS, []);
  if (few.length <= FEW_VISITORS) return new Set(few);
  const keys = [...visitorKeys];
  const found = new Set<string>();
  for (let from = 0; from < keys.length; from += MAX_KEYS)
    for (const key of await read(DERIVED_VISITORS, keys.slice(from, from + MAX_KEYS))) found.add(key);
  return found;
}

async function select<Result>(
  client: ClickHouseClient,
  query: string,
  { workspaceIds, siteIds, visitorKeys, fromMs, toMs, signal }: VisitorsQuery,
  params: Readonly<Record<string, unknown>> = {},
): Promise<Result[]> {
  const found: Result[] = [];
  for (const workspaces of inWorkspaceBatches(workspaceIds)) {
    const result = await client.query({
      query,
      // BigInt, because strings would be quoted within the array.
      query_params: { siteIds, fromMs, toMs, keys: visitorKeys.map(BigInt), ...params },
      format: 'JSONEachRow',
      ...(signal === undefined ? {} : { abort_signal: signal }),
      clickhouse_settings: {
        ...READ_SETTINGS,
        ...onlyWorkspaces(workspaces),
        ...CANCEL_WITH_CALLER,
        // A few visitors among a million events: 107 instead of 326 ms on a busy machine.
        optimize_move_to_prewhere_if_final: 1,
      },
    });
    for (const row of await result.json<Result>()) found.push(row);
  }
  return found;
}
