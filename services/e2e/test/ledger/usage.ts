import { readdirSync, readFileSync } from 'node:fs';
import { SERVICES, type Cluster } from '../replicas/cluster';

const MIB = 2 ** 20;

/** The memory and open files of the services, and the sizes of the databases, as one line. */
export async function readUsage(cluster: Cluster): Promise<string> {
  const services = SERVICES.map((service) => {
    const pids = cluster.replicas(service).map((replica) => replica.process.child.pid ?? 0);
    return `${service} ${pids.map((pid) => `${residentMib(pid)} MiB ${openFiles(pid)} files`).join(', ')}`;
  });
  const tables = await cluster.queryPostgres(
    `SELECT relname AS name, pg_total_relation_size(oid) AS bytes
       FROM pg_class
      WHERE relkind = 'r' AND relnamespace::regnamespace::text IN ('gateway', 'sites', 'identity')
      ORDER BY bytes DESC
      LIMIT 3`,
  );
  const sizes = tables.map(({ name, bytes }) => `${String(name)} ${mib(Number(bytes))} MiB`);
  return [...services, `largest tables: ${sizes.join(', ')}`, await describeClickhouse(cluster)].join('; ');
}

const mib = (bytes: number): string => (bytes / MIB).toFixed(1);

/** Linux only. */
function residentMib(pid: number): string {
  const [, kib = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return mib(Number(kib) * 1_024);
}

const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** The active parts of the cluster's ClickHouse database, and its statements under way. */
async function describeClickhouse({ clickhouseUrl }: Cluster): Promise<string> {
  const { origin, pathname, username, password } = new URL(clickhouseUrl);
  const response = await fetch(origin, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
    body: `SELECT (SELECT count() FROM system.parts WHERE active AND database = '${pathname.slice(1)}') AS parts,
                  count() - 1 AS statements, round(max(elapsed)) AS oldest
             FROM system.processes
           FORMAT JSONEachRow`,
  });
  const text = await response.text();
  // ClickHouse refuses statements beyond 200.
  if (!response.ok) return text.trim();
  const { parts, statements, oldest } = JSON.parse(text) as Record<string, number>;
  return `${parts} parts, ${statements} statements, the oldest for ${oldest} s`;
}
