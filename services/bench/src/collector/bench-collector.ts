import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startClickhouse } from '@headwater/engines/clickhouse';
import { migrateEventStore } from '@headwater/eventstore/migrate';
import { createClickhouse, type ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { packageRoot } from '@headwater/kit/package-root';
import { load, type Measured } from './load';
import { requests } from './requests';
import { startServer, type ServerProcess } from './server-process';
import { startSites } from './sites-stand-in';

const CONNECTIONS = 64;
const ROUNDS = 5;
const ROUND_MS = 3_000;

interface Result extends Measured {
  readonly cpuMicrosPerEvent: number;
  /** Of that the main threads. */
  readonly mainCpuMicrosPerEvent: number;
  /** Part of a core that the sender of the load took: near 1 it is the sender that is measured. */
  readonly senderBusy: number;
}

/** What a run found, as kept in baselines/collector.json. */
interface Summary {
  /** Of the collector; the bare server has one. */
  readonly processes: number;
  readonly eventsEach: number;
  readonly bare: Result;
  /** The same with each body on disk before its answer. */
  readonly bareDurable: Result;
  readonly collector: Result;
  /** Requests per second, collector / bare. */
  readonly rateRatio: number;
  /** CPU per event, bare / collector. */
  readonly cpuRatio: number;
  /** What durability alone leaves of the bare server on this disk: requests per second, bareDurable / bare. */
  readonly durableRateRatio: number;
  /** CPU per event, bare / bareDurable. */
  readonly durableCpuRatio: number;
}

const CONTESTANTS = ['bare', 'bareDurable', 'collector'] as const;
type Contestant = (typeof CONTESTANTS)[number];

/** Measures the collector beside bare servers, turn by turn, and prints the ratios beside the kept ones. */
export async function benchCollector(save: boolean): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-collector-'));
  const engine = await startClickhouse({ directory: join(directory, 'clickhouse') });
  const client = createClickhouse({ clickhouseUrl: engine.url, applicationName: 'bench' });
  const sites = await startSites();
  const servers: ServerProcess[] = [];
  const startCollector = (processes: number): Promise<ServerProcess> =>
    startServer([program('collector')], {
      COLLECTOR_PROCESSES: String(processes),
      COLLECTOR_PORT: '0',
      COLLECTOR_GRPC_PORT: '0',
      COLLECTOR_LOG_DIR: join(directory, `log-${processes}`),
      CLICKHOUSE_URL: engine.url,
      SITES_ADDRESS: sites.address,
      TRUSTED_PROXIES: '127.0.0.1',
      // All of its load comes from here and is for one site.
      COLLECTOR_SITE_EVENTS_PER_SECOND: '0',
      // Its 10,000 visitors do more than people can, from addresses of any network.
      COLLECTOR_VISITOR_EVENTS_PER_MINUTE: '0',
      COLLECTOR_DATACENTERS: 'people',
      COLLECTOR_ADDRESS_REQUESTS_PER_SECOND: '0',
    });
  try {
    await migrateEventStore(client);
    const bare = await startServer([program('bench'), '--bare']);
    servers.push(bare);
    const bareDurable = await startServer([program('bench'), '--bare', join(directory, 'bodies')]);
    servers.push(bareDurable);
    const found: Summary[] = [];
    for (const processes of [1, 2]) {
      const collector = await startCollector(processes);
      servers.push(collector);
      for (const eventsEach of [1, 10])
        found.push({ processes, ...(await compare({ bare, bareDurable, collector }, eventsEach)) });
    }
    await checkNothingLost(client, found);
    report(found, save);
  } finally {
    for (const server of servers) await server.stop();
    await sites.stop();
    await client.close();
    await engine.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** A program as `npm run build` makes it. */
function program(name: string): string {
  return join(packageRoot('@headwater/bench'), '../../dist', `${name}.js`);
}

async function compare(
  servers: Readonly<Record<Contestant, ServerProcess>>,
  eventsEach: number,
): Promise<Omit<Summary, 'processes'>> {
  const nextRequest = requests(eventsEach);
  const measure = async (server: ServerProcess, ms: number): Promise<Result> => {
    const before = { all: server.cpuMs(), main: server.mainCpuMs(), sender: process.cpuUsage() };
    const begin = performance.now();
    const measured = await load({ port: server.port, connections: CONNECTIONS, ms, nextRequest });
    const { user, system } = process.cpuUsage(before.sender);
    const events = measured.answered * eventsEach;
    return {
      ...measured,
      cpuMicrosPerEvent: ((server.cpuMs() - before.all) * 1_000) / events,
      mainCpuMicrosPerEvent: ((server.mainCpuMs() - before.main) * 1_000) / events,
      senderBusy: (user + system) / 1_000 / (performance.now() - begin),
    };
  };
  const rounds = { bare: [] as Result[], bareDurable: [] as Result[], collector: [] as Result[] };
  await measure(servers.bare, 1_000);
  await measure(servers.bareDurable, 1_000);
  // It has the most to compile.
  const warmUp = await measure(servers.collector, 3_000);
  for (let round = 0; round < ROUNDS; round++)
    for (const name of CONTESTANTS) rounds[name].push(await measure(servers[name], ROUND_MS));
  const medians = (name: Contestant): Result => {
    const middle = (key: keyof Result): number =>
      rounds[name].map((round) => round[key]).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
    return {
      requestsPerSecond: Math.round(middle('requestsPerSecond')),
      p50Ms: rounded(middle('p50Ms')),
      p99Ms: rounded(middle('p99Ms')),
      cpuMicrosPerEvent: rounded(middle('cpuMicrosPerEvent')),
      mainCpuMicrosPerEvent: rounded(middle('mainCpuMicrosPerEvent')),
      senderBusy: rounded(middle('senderBusy')),
      answered: rounds[name].reduce((sum, { answered }) => sum + answered, 0),
    };
  };
  const [bare, bareDurable, collector] = [medians('bare'), medians('bareDurable'), medians('collector')];
  return {
    eventsEach,
    bare,
    bareDurable,
    // The warm-up, too, to be compared with what was stored.
    collector: { ...collector, answered: collector.answered + warmUp.answered },
    rateRatio: rounded(collector.requestsPerSecond / bare.requestsPerSecond),
    cpuRatio: rounded(bare.cpuMicrosPerEvent / collector.cpuMicrosPerEvent),
    durableRateRatio: rounded(bareDurable.requestsPerSecond / bare.requestsPerSecond),
    durableCpuRatio: rounded(bare.cpuMicrosPerEvent / bareDurable.cpuMicrosPerEvent),
  };
}

/** @throws Error unless every event that was answered 202 is stored within 30 s, once. */
async function checkNothingLost(client: ClickHouseClient, found: readonly Summary[]): Promise<void> {
  const sent = found.reduce((sum, { collector, eventsEach }) => sum + collector.answered * eventsEach, 0);
  const begin = performance.now();
  for (;;) {
    const result = await client.query({
      query: 'SELECT count() AS n FROM events FINAL',
      format: 'JSONEachRow',
    });
    const stored = (await result.json<{ n: number }>())[0]?.n ?? 0;
    if (stored === sent) return console.log(`${sent} events accepted, ${stored} stored.`);
    if (performance.now() - begin > 30_000) throw new Error(`${sent} events accepted, ${stored} stored`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function report(found: readonly Summary[], save: boolean): void {
  const file = join(packageRoot('@headwater/bench'), 'baselines/collector.json');
  const kept = save ? [] : (JSON.parse(readFileSync(file, 'utf8')) as readonly Summary[]);
  for (const one of found) {
    const { processes, eventsEach, bare, bareDurable, collector } = one;
    const before = kept.find((it) => it.processes === processes && it.eventsEach === eventsEach);
    console.log(
      `${processes} process(es), ${eventsEach} event(s) a request, ${CONNECTIONS} connections, median of ${ROUNDS} rounds`,
    );
    console.table({ bare, bareDurable, collector });
    console.log(
      `rate ${one.rateRatio} of bare (kept: ${before?.rateRatio ?? '-'}), CPU per event bare/collector ${one.cpuRatio} (kept: ${before?.cpuRatio ?? '-'})\n` +
        `durability alone leaves rate ${one.durableRateRatio} of bare (kept: ${before?.durableRateRatio ?? '-'}), CPU ${one.durableCpuRatio} (kept: ${before?.durableCpuRatio ?? '-'})\n`,
    );
  }
  if (save) writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
