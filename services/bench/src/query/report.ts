import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import type { Timing } from './time-question';

export interface Measured extends Timing {
  readonly name: string;
}

/** Of the site of a million events alone and beside the others, and of the large one. */
export interface Found {
  readonly alone: readonly Measured[];
  readonly beside: readonly Measured[];
  readonly large: readonly Measured[];
}

/** Prints the times and ratios of a run beside those kept. */
export function reportTimings(found: Found, kept: Found): void {
  for (const which of ['beside', 'large'] as const) {
    console.log(
      which === 'large'
        ? 'The large site'
        : 'The site of a million events, beside all others; `neighbours`: alone = 1',
    );
    const before = new Map(kept[which].map((one) => [one.name, one]));
    const alone = new Map(found.alone.map((one) => [one.name, one]));
    console.table(
      Object.fromEntries(
        found[which].map((one) => [
          one.name,
          {
            ...rowOf(one),
            'kept rpc/sql': rounded(before.get(one.name)?.rpcRatio),
            'kept cpu/sql': rounded(before.get(one.name)?.cpuRatio),
            ...(which === 'beside' ? neighboursOf(one, alone.get(one.name)) : {}),
          },
        ]),
      ),
    );
  }
}

/** What an answer over HTTP may take of a site of a million events, on a quiet machine, in milliseconds. */
const TARGETS: readonly (readonly [question: RegExp, ms: number])[] = [
  [/^event totals and series$/, 40],
  [/^event by props\./, 60],
];

/** Prints how the site of a million events alone is answered beside what it is held to. */
export function reportTargets(alone: readonly Measured[]): void {
  for (const [question, ms] of TARGETS)
    for (const { name, apiMs = NaN } of alone.filter((one) => question.test(one.name)))
      console.log(`${name}: ${Math.round(apiMs)} ms over HTTP, to be at most ${ms}`);
}

/** Days for which a table keeps its rows: all that the bench stored at once is there, of its days only so many ever would. */
const DAYS_KEPT = `if(table = 'touched_visitors', 1, {days:UInt16})`;

/** Prints the bytes that each table takes, and all of them for each event. @param days over which the events are spread. */
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
    'sql ms': rounded(sqlMs),
    'rpc ms': rounded(rpcMs),
    'api ms': rounded(apiMs),
    'rpc/sql': rounded(rpcRatio),
    'api/sql': rounded(apiRatio),
    'cpu/sql': rounded(cpuRatio),
    'cpu ms': rounded(cost.cpuMs),
    'M rows': rounded(cost.rows / 1e6),
    MiB: rounded(cost.mib),
    'memory MiB': rounded(cost.memoryMib),
  };
}

/** What the same question cost more than without neighbours. */
function neighboursOf(beside: Measured, alone: Measured | undefined): object {
  return {
    'neighbours: rows': rounded(beside.cost.rows / (alone?.cost.rows ?? NaN)),
    'neighbours: cpu': rounded(beside.cost.cpuMs / (alone?.cost.cpuMs ?? NaN)),
  };
}

function rounded(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.round(value * 100) / 100;
}
