import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startClickhouse } from '@headwater/engines/clickhouse';
import { migrateEventStore } from '@headwater/eventstore/migrate';
import { createClickhouse, type ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { load, type Measured } from '../http-load';
import { baselineFile, median, program, rounded, startServer, type ServerProcess } from '../processes';
import { requests, startSites } from './requests';

const CONNECTIONS = 64;
const ROUNDS = 5;
const ROUND_MS = 3_000;

interface Result extends Measured {
  readonly cpuMicrosPerEvent: number;
  /** The part of the main threads. */
  readonly mainCpuMicrosPerEvent: number;
  /** CPU of the load generator, in cores. Near 1 the result measures the load generator. */
  readonly senderBusy: number;
}

/** The result of a run, as recorded in baselines/collector.json. */
interface Summary {
  /** Processes of the collector; the baseline server has one. */
  readonly processes: number;
  readonly eventsEach: number;
  readonly bare: Result;
  /** The baseline server with each body on disk before the response. */
  readonly bareDurable: Result;
  readonly collector: Result;
  /** Requests per second, collector / bare. */
  readonly rateRatio: number;
  /** CPU per event, bare / collector. */
  readonly cpuRatio: number;
  /** The cost of durability alone on this disk: requests per second, bareDurable / bare. */
  readonly durableRateRatio: number;
  /** CPU per event, bare / bareDurable. */
  readonly durableCpuRatio: number;
}

const CANDIDATES = ['bare', 'bareDurable', 'collector'] as const;
type Candidate = (typeof CANDIDATES)[number];

/** Measures the collector and two baseline servers in alternating rounds, and prints the ratios next to the recorded ones. */
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
      VISITOR_KEY: Buffer.alloc(32).toString('base64'),
      SITES_ADDRESS: sites.address,
      TRUSTED_PROXIES: '127.0.0.1',
      // All load is for one site.
      COLLECTOR_SITE_EVENTS_PER_SECOND: '0',
      // The 10,000 visitors send more than people can, from addresses of any network.
      COLLECTOR_VISITOR_EVENTS_PER_MINUTE: '0',
      COLLECTOR_DATACENTERS: 'people',
      COLLECTOR_ADDRESS_REQUESTS_PER_SECOND: '0',
    });
  try {
    await migrateEventStore(client);
    const bare = await startServer([program('bench'), '--baseline-collector']);
    servers.push(bare);
    const bareDurable = await startServer([
      program('bench'),
      '--baseline-collector',
      join(directory, 'bodies'),
    ]);
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

async function compare(
  servers: Readonly<Record<Candidate, ServerProcess>>,
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
  // The collector has the most code to compile.
  const warmUp = await measure(servers.collector, 3_000);
  for (let round = 0; round < ROUNDS; round++)
    for (const name of CANDIDATES) rounds[name].push(await measure(servers[name], ROUND_MS));
  const medians = (name: Candidate): Result => {
    const medianOf = (key: keyof Result): number => median(rounds[name].map((round) => round[key]));
    return {
      requestsPerSecond: Math.round(medianOf('requestsPerSecond')),
      p50Ms: rounded(medianOf('p50Ms')),
      p99Ms: rounded(medianOf('p99Ms')),
      cpuMicrosPerEvent: rounded(medianOf('cpuMicrosPerEvent')),
      mainCpuMicrosPerEvent: rounded(medianOf('mainCpuMicrosPerEvent')),
      senderBusy: rounded(medianOf('senderBusy')),
      answered: rounds[name].reduce((sum, { answered }) => sum + answered, 0),
    };
  };
  const [bare, bareDurable, collector] = [medians('bare'), medians('bareDurable'), medians('collector')];
  return {
    eventsEach,
    bare,
    bareDurable,
    // With the warm-up, for the comparison with the stored events.
    collector: { ...collector, answered: collector.answered + warmUp.answered },
    rateRatio: rounded(collector.requestsPerSecond / bare.requestsPerSecond),
    cpuRatio: rounded(bare.cpuMicrosPerEvent / collector.cpuMicrosPerEvent),
    durableRateRatio: rounded(bareDurable.requestsPerSecond / bare.requestsPerSecond),
    durableCpuRatio: rounded(bare.cpuMicrosPerEvent / bareDurable.cpuMicrosPerEvent),
  };
}

/** @throws Error unless every accepted event is stored exactly once within 30 s */
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
  const file = baselineFile('collector');
  const recorded = save ? [] : (JSON.parse(readFileSync(file, 'utf8')) as readonly Summary[]);
  for (const summary of found) {
    const { processes, eventsEach, bare, bareDurable, collector } = summary;
    const before = recorded.find((it) => it.processes === processes && it.eventsEach === eventsEach);
    console.log(
      `${processes} process(es), ${eventsEach} event(s) per request, ${CONNECTIONS} connections, median of ${ROUNDS} rounds`,
    );
    console.table({ bare, bareDurable, collector });
    console.log(
      `rate collector/bare ${summary.rateRatio} (recorded: ${before?.rateRatio ?? '-'}), CPU per event bare/collector ${summary.cpuRatio} (recorded: ${before?.cpuRatio ?? '-'})\n` +
        `durability alone: rate bareDurable/bare ${summary.durableRateRatio} (recorded: ${before?.durableRateRatio ?? '-'}), CPU bare/bareDurable ${summary.durableCpuRatio} (recorded: ${before?.durableCpuRatio ?? '-'})\n`,
    );
  }
  if (save) writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
}
