import type { ClickHouseClient } from '@clickhouse/client';
import { compileTouches, type TouchesPlan } from '../domain/touches/compile-touches';
import { runStatement, type RunOptions } from './run-statement';

/** What a session came from. */
export interface Touch {
  /** Unix milliseconds. */
  readonly startedAtMs: number;
  readonly channel: string;
  readonly source: string;
  readonly utmCampaign: string;
  readonly landing: string;
  readonly referrer: string;
}

export interface Touches {
  /** Newest first. */
  readonly touches: readonly Touch[];
  /** Those beyond the limit too. */
  readonly total: number;
}

type Row = Touch & { readonly first: unknown; readonly total: number };

/** The newest sessions of some visitors after a moment. @throws AppError, see runStatement. */
export async function readTouches(
  client: ClickHouseClient,
  plan: TouchesPlan,
  options: RunOptions,
): Promise<Touches> {
  if (plan.visitorIds.length === 0) return { touches: [], total: 0 };
  const { data } = await runStatement<Row>(client, compileTouches(plan), options);
  return {
    touches: data.map(({ first: _, total: _total, ...touch }) => touch),
    total: data[0]?.total ?? 0,
  };
}
