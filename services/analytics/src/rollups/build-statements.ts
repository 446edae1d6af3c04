import { onlyWorkspaces } from '@headwater/eventstore/only-workspaces';
import { INSERT_SELECT_SETTINGS } from '@headwater/eventstore/read-settings';
import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';

/** The statements of a build. */
export interface Statements {
  readonly read: <Row>(query: string, more?: object) => Promise<Row[]>;
  readonly write: (query: string, more?: object, token?: string) => Promise<void>;
}

interface StatementsOptions {
  readonly workspaceId: number;
  readonly params: object;
  /** Ends the build if it rejects. */
  readonly beforeStatement: () => Promise<void>;
}

/** Returns functions that run statements with the parameters of a build. */
export function createStatements(
  clickhouse: ClickHouseClient,
  { workspaceId, params, beforeStatement }: StatementsOptions,
): Statements {
  const settings = {
    ...INSERT_SELECT_SETTINGS,
    ...onlyWorkspaces([workspaceId]),
    do_not_merge_across_partitions_select_final: 1,
  } as const;
  return {
    read: async <Row>(query: string, more: object = {}) => {
      await beforeStatement();
      const result = await clickhouse.query({
        query,
        query_params: { ...params, ...more },
        format: 'JSONEachRow',
        clickhouse_settings: settings,
      });
      return result.json<Row>();
    },
    write: async (query, more = {}, token) => {
      await beforeStatement();
      await clickhouse.command({
        query,
        query_params: { ...params, ...more },
        clickhouse_settings: {
          ...settings,
          // The sets contain most visitors or sessions of a day, in all granules: searching the index costs more than it saves.
          use_index_for_in_with_subqueries: 0,
          ...(token === undefined ? {} : { insert_deduplication_token: token }),
        },
      });
    },
  };
}
