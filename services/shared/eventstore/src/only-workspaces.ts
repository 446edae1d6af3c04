import { SettingsMap, type ClickHouseSettings } from '@clickhouse/client';
import { storedTable } from './layout';

/** The tables with rows of workspaces, by their plain names. */
export const WORKSPACE_TABLES = [
  'arrivals',
  'click_ids',
  'dead_letters',
  'dropped_events',
  'drops',
  'erased_visitors',
  'event_changes',
  'events',
  'first_touches',
  'imported_days',
  'imported_properties',
  'rollup_builds',
  'rollup_claims',
  'rollup_crossing',
  'rollup_event_counts',
  'rollup_expiries',
  'rollup_queries',
  'rollup_range_counts',
  'rollup_session_keys',
  'rollup_session_rows',
  'rollup_visitors',
  'rollup_week_counts',
  'rollup_weeks',
  'site_activity',
  'touched_visitors',
  'visitor_keys',
] as const;

type WorkspaceTable = (typeof WORKSPACE_TABLES)[number];

/** Max characters of the ids in the setting. ClickHouse accepts settings of up to 128 KiB. */
const MAX_CHARACTERS = 120 * 1_024;
/** Characters of an id and its separator. */
const ID_CHARACTERS = String(Number.MAX_SAFE_INTEGER).length + 2;
/** Max workspaces of one statement: the setting repeats them for each table, under its name on a node and its name on a cluster. */
const MAX_WORKSPACES = Math.floor(MAX_CHARACTERS / (2 * WORKSPACE_TABLES.length * ID_CHARACTERS));

/** Splits workspaces into the lists of several statements. */
export function inWorkspaceBatches(workspaceIds: readonly number[]): number[][] {
  const batches: number[][] = [];
  for (let from = 0; from < workspaceIds.length; from += MAX_WORKSPACES)
    batches.push(workspaceIds.slice(from, from + MAX_WORKSPACES));
  return batches;
}

/** The name of a cluster does not matter: stored tables have the same names on each. */
const ANY_CLUSTER = { cluster: 'any', replicated: false };

interface Exceptions {
  /** Tables of which the statement reads the rows of all workspaces. */
  readonly acrossWorkspaces?: readonly WorkspaceTable[];
  /** A further condition on the rows of a table, as SQL without values of callers. */
  readonly conditions?: Readonly<Record<string, string>>;
}

/**
 * Settings with which a statement sees only rows of these workspaces, whatever its own conditions are; without a workspace no row
 * at all. For many workspaces, see `inWorkspaceBatches`. ClickHouse applies them to each table of a SELECT, also in subqueries. Mutations ignore them: see `deleteRows`.
 */
export function onlyWorkspaces(
  workspaceIds: readonly number[],
  { acrossWorkspaces = [], conditions = {} }: Exceptions = {},
): ClickHouseSettings {
  // Settings accept no query parameters.
  if (!workspaceIds.every(Number.isSafeInteger)) throw new Error('Ids of workspaces must be integers.');
  if (workspaceIds.length > MAX_WORKSPACES)
    throw new Error(`${workspaceIds.length} workspaces in one statement (limit ${MAX_WORKSPACES}).`);
  const [only, ...more] = workspaceIds;
  const ofWorkspaces =
    only === undefined
      ? '0'
      : more.length === 0
        ? `workspace_id = ${only}`
        : `workspace_id IN (${workspaceIds.join(', ')})`;
  const tables = WORKSPACE_TABLES.filter((table) => !acrossWorkspaces.includes(table));
  const names = tables.flatMap((table) => [table, storedTable(ANY_CLUSTER, table)]);
  return {
    additional_table_filters: SettingsMap.from(
      Object.fromEntries(
        names.map((name) => [
          name,
          conditions[name] === undefined ? ofWorkspaces : `${ofWorkspaces} AND ${conditions[name]}`,
        ]),
      ),
    ),
  };
}
