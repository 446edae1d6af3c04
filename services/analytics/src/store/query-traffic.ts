import type { ClickHouseClient } from '@clickhouse/client';
import type { Scope } from '../domain/query/plan';
import { compileArrivals, compileDrops } from '../domain/traffic/compile-traffic';
import { runStatement, type RunOptions } from './run-statement';

/** What became of the events of a window. */
export interface Traffic {
  readonly accepted: number;
  readonly duplicates: number;
  /** `botReason` is `''` but for bots. */
  readonly dropped: { readonly reason: string; readonly botReason: string; readonly events: number }[];
}

/** The numbers of a scope's traffic. @throws AppError, see runStatement. */
export async function queryTraffic(
  client: ClickHouseClient,
  scope: Scope,
  options: RunOptions,
): Promise<Traffic> {
  type Arrivals = Omit<Traffic, 'dropped'>;
  const [arrivals, drops] = await Promise.all([
    runStatement<Arrivals>(client, compileArrivals(scope), options),
    runStatement<Traffic['dropped'][number]>(client, compileDrops(scope), options),
  ]);
  const { accepted, duplicates } = arrivals.data[0] ?? { accepted: 0, duplicates: 0 };
  return { accepted, duplicates, dropped: drops.data };
}
