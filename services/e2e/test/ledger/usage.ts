import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES, type Cluster, type Replica } from '../replicas/cluster';

const MIB = 2 ** 20;

/** Max growth of each kind of number: its last values are at most `factor` times its first ones plus `margin`. */
const GROWTH = {
  // The heap grows until V8 collects it.
  'resident MiB': { factor: 1.3, margin: 20 },
  'open files': { factor: 1.2, margin: 20 },
  // A log grows until it is shipped.
  'log MiB': { factor: 1.5, margin: 16 },
  // A new hour has parts of its own until they are merged.
  parts: { factor: 1.5, margin: 50 },
  statements: { factor: 1.5, margin: 10 },
  // By design, tables grow with the number of effects, but not faster.
  'bytes per effect': { factor: 1.5, margin: 0 },
} as const;

type Kind = keyof typeof GROWTH;
const KINDS = Object.keys(GROWTH) as Kind[];

/** Numbers of the cluster by their kind and subject: a service, a database or a table. */
export type Usage = Readonly<Record<Kind, Readonly<Record<string, number>>>>;

/** A smaller table counts as one of this size: its bytes per effect say little. */
const MIN_TABLE_BYTES = MIB;
/** The share of the readings before caches, pools and roll-ups are filled. */
const WARM_UP = 0.1;

/** The numbers of the cluster after a number of effects. Those of a service are the max of its replicas. */
export async function readUsage(cluster: Cluster, effects: number): Promise<Usage> {
  const maxOf = (read: (replica: Replica) => number) =>
    Object.fromEntries(
      SERVICES.map((service) => [service, Math.max(...cluster.replicas(service).map(read))] as const),
    );
  const postgres = await cluster.queryPostgres(
    `SELECT relnamespace::regnamespace || '.' || relname AS name, pg_total_relation_size(oid) AS bytes
       FROM pg_class
      WHERE relkind = 'r' AND relnamespace::regnamespace::text IN ('gateway', 'sites', 'identity')`,
  );
  const clickhouse = await queryClickhouse(
    cluster,
    `SELECT table AS name, sum(bytes_on_disk) AS bytes, toUInt32(count()) AS parts
       FROM system.parts WHERE active AND database = currentDatabase() GROUP BY table`,
  );
  const [running] = await queryClickhouse(
    cluster,
    'SELECT toUInt32(count() - 1) AS statements FROM system.processes',
  );
  return {
    'resident MiB': maxOf(residentMib),
    'open files': maxOf(openFiles),
    'log MiB': { collector: Math.max(...cluster.replicas('collector').map(logMib)) },
    parts: { ClickHouse: clickhouse.reduce((sum, { parts }) => sum + Number(parts), 0) },
    statements: { ClickHouse: Number(running?.['statements']) },
    'bytes per effect': Object.fromEntries(
      [...postgres, ...clickhouse].map(({ name, bytes }) => [
        String(name),
        Math.max(Number(bytes), MIN_TABLE_BYTES) / effects,
      ]),
    ),
  };
}

/** The numbers as one line, without small tables. */
export const describeUsage = (usage: Usage): string =>
  KINDS.map((kind) => {
    const entries = Object.entries(usage[kind]).sort(([, a], [, b]) => b - a);
    const min = kind === 'bytes per effect' ? (entries.at(-1)?.[1] ?? 0) : -1;
    const shown = entries.filter(([, value]) => value > min);
    return `${kind}: ${shown.map(([subject, value]) => `${subject} ${value.toFixed()}`).join(', ')}`;
  }).join('; ');

/** The numbers whose max in the last quarter exceeds the limit, which follows from their max in the first quarter after the warm-up. */
export function findGrowth(readings: readonly Usage[]): string[] {
  const steady = readings.slice(Math.ceil(readings.length * WARM_UP));
  const quarter = Math.ceil(steady.length / 4);
  return KINDS.flatMap((kind) => {
    const { factor, margin } = GROWTH[kind];
    const maxOf = (part: readonly Usage[], subject: string): number =>
      Math.max(...part.map((usage) => usage[kind][subject] ?? 0));
    return [...new Set(steady.flatMap((usage) => Object.keys(usage[kind])))].flatMap((subject) => {
      const first = maxOf(steady.slice(0, quarter), subject);
      const last = maxOf(steady.slice(-quarter), subject);
      // A table without parts is listed from its first insert on.
      if (first === 0 && kind === 'bytes per effect') return [];
      return last <= first * factor + margin ? [] : [`${subject}, ${kind}: ${first} to ${last}`];
    });
  });
}

const pidOf = ({ process: { child } }: Replica): number => child.pid ?? 0;

/** Linux only. */
function residentMib(replica: Replica): number {
  const status = readFileSync(`/proc/${pidOf(replica)}/status`, 'utf8');
  const [, kib = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return Number(kib) / 1_024;
}

const openFiles = (replica: Replica): number => readdirSync(`/proc/${pidOf(replica)}/fd`).length;

/** The blocks that the files of a collector's log occupy. Files may disappear meanwhile. */
function logMib({ volume }: Replica): number {
  const files = readdirSync(volume, { recursive: true, encoding: 'utf8' });
  const sizes = files.map((file) => statSync(join(volume, file), { throwIfNoEntry: false })?.blocks ?? 0);
  return sizes.reduce((sum, blocks) => sum + blocks * 512, 0) / MIB;
}

/** The rows of a statement in the cluster's ClickHouse database. */
async function queryClickhouse(
  { clickhouseUrl }: Cluster,
  statement: string,
): Promise<Record<string, unknown>[]> {
  const { origin, pathname, username, password } = new URL(clickhouseUrl);
  const response = await fetch(`${origin}/?database=${pathname.slice(1)}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
    body: `${statement} FORMAT JSONEachRow`,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
