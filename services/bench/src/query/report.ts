import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { rounded } from '../processes';
import { COST_NOTE, type Timing } from './time-query';

export interface Measured extends Timing {
  readonly name: string;
}

/** Results of the site with a million events alone and next to others, and of the large site. */
interface Found {
  readonly alone: readonly Measured[];
  readonly beside: readonly Measured[];
  readonly large: readonly Measured[];
}

/** Prints the times and ratios of a run next to the recorded ones. */
export function reportTimings(found: Found, recorded: Found): void {
  console.log(COST_NOTE);
  for (const which of ['beside', 'large'] as const) {
    console.log(
      which === 'large'
        ? 'The large site'
        : 'The site with a million events next to all others; `with others`: alone = 1',
    );
    const before = new Map(recorded[which].map((one) => [one.name, one]));
    const alone = new Map(found.alone.map((one) => [one.name, one]));
    console.table(
      Object.fromEntries(
        found[which].map((one) => [
          one.name,
          {
            ...rowOf(one),
            'recorded rpc/sql': roundedOrNone(before.get(one.name)?.rpcRatio),
            'recorded cpu/sql': roundedOrNone(before.get(one.name)?.cpuRatio),
            ...(which === 'beside' ? relativeCost(one, alone.get(one.name)) : {}),
          },
        ]),
      ),
    );
  }
}

/** Max milliseconds of a REST call for the site with a million events, on an idle machine. */
const TARGETS: readonly (readonly [query: RegExp, ms: number])[] = [
  [/^event totals and series$/, 40],
  [/^event by props\./, 60],
];

/** Prints the REST times of the site with a million events next to the targets. */
export function reportTargets(alone: readonly Measured[]): void {
  for (const [query, ms] of TARGETS)
    for (const { name, apiMs = NaN } of alone.filter((one) => query.test(one.name)))
      console.log(`${name}: ${Math.round(apiMs)} ms over HTTP (target: ${ms} ms)`);
}

/** Retention of a table in days. The benchmark inserts all days within an hour, so that nothing has expired. */
const DAYS_KEPT = `if(table = 'touched_visitors', 1, {days:UInt16})`;

/** Prints the bytes on disk per table and per event. @param days number of days with events */
export async function reportStorage(client: ClickHouseClient, days: number): Promise<void> {
  const result = await client.query({
    query: `SELECT table, sum(rows) AS rows, sum(bytes_on_disk) AS bytes, ${DAYS_KEPT} AS days_kept,
        bytes * days_kept / {days:UInt16} / (SELECT count() FROM events) AS bytes_per_event
      FROM system.parts WHERE active AND database = currentDatabase() GROUP BY table ORDER BY bytes DESC`,
    query_params: { days },
    format: 'JSONEachRow',
  });
  const tables = await result.json<{ table: string; bytes_per_event: number }>();
  console.table(tables);
  const bytes = tables.reduce((sum, { bytes_per_event }) => sum + bytes_per_event, 0);
  console.log(
    `${bytes.toFixed(1)} bytes on disk for each event with five properties, in all tables together`,
  );
}

function rowOf({ sqlMs, rpcMs, apiMs, rpcRatio, apiRatio, cpuRatio, cost }: Timing): object {
  return {
    'sql ms': roundedOrNone(sqlMs),
    'rpc ms': roundedOrNone(rpcMs),
    'api ms': roundedOrNone(apiMs),
    'rpc/sql': roundedOrNone(rpcRatio),
    'api/sql': roundedOrNone(apiRatio),
    'cpu/sql': roundedOrNone(cpuRatio),
    'cpu ms': roundedOrNone(cost.cpuMs),
    'M rows': roundedOrNone(cost.rows / 1e6),
    MiB: roundedOrNone(cost.mib),
    'memory MiB': roundedOrNone(cost.memoryMib),
  };
}

/** The cost of a query relative to the site alone. */
function relativeCost(beside: Measured, alone: Measured | undefined): object {
  return {
    'with others: rows': roundedOrNone(beside.cost.rows / (alone?.cost.rows ?? NaN)),
    'with others: cpu': roundedOrNone(beside.cost.cpuMs / (alone?.cost.cpuMs ?? NaN)),
  };
}

function roundedOrNone(value: number | undefined): number | undefined {
  return value === undefined ? undefined : rounded(value);
}
