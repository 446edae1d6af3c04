import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { startPostgres } from '@headwater/engines/postgres';
import { packageRoot } from '@headwater/kit/package-root';
import { migrate } from '@headwater/kit/pg/migrate';
import { load } from '../http-load';
import { baselineFile, median, program, rounded, startServer, type ServerProcess } from '../processes';

/** Measures `GET /api/v1/sites`, which makes one gRPC call, and the same with plain express and grpc-js, in alternating rounds. */
export async function benchGateway(save: boolean): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-gateway-'));
  const postgres = await startPostgres({ directory });
  const running: ServerProcess[] = [];
  const started = async (server: Promise<ServerProcess>): Promise<ServerProcess> => {
    running.push(await server);
    return server;
  };
  const token = wellFormedToken();
  const startBaselineHop = async (): Promise<Hop> => {
    const sites = await started(startServer([program('bench'), '--baseline-sites'], {}, 'grpc'));
    const address = `127.0.0.1:${sites.port}`;
    const gateway = await started(startServer([program('bench'), '--baseline-gateway', address]));
    return { gateways: [gateway], all: [sites, gateway] };
  };
  const startHop = async (): Promise<Hop> => {
    const sites = await started(startServer([program('bench'), '--sites'], {}, 'grpc'));
    const gateway = await started(
      startServer([program('gateway')], {
        GATEWAY_PORT: '0',
        DATABASE_URL: postgres.url,
        SITES_ADDRESS: `127.0.0.1:${sites.port}`,
        BOOTSTRAP_TOKEN: token,
        SECRETS_KEY: Buffer.alloc(32).toString('base64'),
        METRICS_PORT: '0',
        // Limits that are checked but never reached.
        RATE_LIMIT_PER_SECOND: '1000000',
        RATE_LIMIT_BURST: '1000000',
      }),
    );
    return { gateways: [gateway], all: [sites, gateway] };
  };
  try {
    const migrations = join(packageRoot('@headwater/gateway'), 'migrations');
    await migrate({ databaseUrl: postgres.url, schema: 'gateway', directory: migrations });
    const [bare, gateway] = [[await startBaselineHop()], [await startHop()]];
    const summaries = [await compare(1, { bare: together(bare), gateway: together(gateway) }, token)];
    bare.push(await startBaselineHop());
    gateway.push(await startHop());
    summaries.push(await compare(2, { bare: together(bare), gateway: together(gateway) }, token));
    report(summaries, save);
  } finally {
    for (const server of running.reverse()) await server.stop();
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

function together(hops: readonly Hop[]): Hop {
  return { gateways: hops.flatMap(({ gateways }) => gateways), all: hops.flatMap(({ all }) => all) };
}

const CONNECTIONS = 32;
const ROUNDS = 7;
const ROUND_MS = 3_000;
const WARM_UP_MS = 4_000;

interface Found {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU of the gateways and the services that they call. */
  readonly cpuMicrosPerRequest: number;
}

/** The result for a number of processes. */
interface Summary {
  readonly processes: number;
  /** Plain express and grpc-js. */
  readonly bare: Found;
  readonly gateway: Found;
  /** Gateway / bare: the median of the ratios of all rounds. */
  readonly rateRatio: number;
  readonly p99Ratio: number;
}

/** Gateways, and all processes that take part in their responses. */
interface Hop {
  readonly gateways: readonly ServerProcess[];
  readonly all: readonly ServerProcess[];
}

/** Measures both in alternating rounds. @param token API token */
async function compare(
  processes: number,
  hops: { readonly bare: Hop; readonly gateway: Hop },
  token: string,
): Promise<Summary> {
  const bytes = Buffer.from(
    `GET /api/v1/sites HTTP/1.1\r\nHost: bench.example\r\nAuthorization: Bearer ${token}\r\nAccept: application/json\r\n\r\n`,
  );
  const measure = (hop: Hop, ms = ROUND_MS): Promise<Found> => loadOf(hop, bytes, ms);
  await measure(hops.bare, WARM_UP_MS);
  await measure(hops.gateway, WARM_UP_MS);
  const rounds: { bare: Found; gateway: Found }[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ bare: await measure(hops.bare), gateway: await measure(hops.gateway) });
  const medianOf = (value: (round: { bare: Found; gateway: Found }) => number): number =>
    rounded(median(rounds.map(value)));
  const medians = (name: 'bare' | 'gateway'): Found => ({
    perSecond: Math.round(medianOf((round) => round[name].perSecond)),
    p50Ms: medianOf((round) => round[name].p50Ms),
    p99Ms: medianOf((round) => round[name].p99Ms),
    cpuMicrosPerRequest: medianOf((round) => round[name].cpuMicrosPerRequest),
  });
  return {
    processes,
    bare: medians('bare'),
    gateway: medians('gateway'),
    rateRatio: medianOf(({ bare, gateway }) => gateway.perSecond / bare.perSecond),
    p99Ratio: medianOf(({ bare, gateway }) => gateway.p99Ms / bare.p99Ms),
  };
}

/** Sends requests to all gateways of a hop concurrently. */
async function loadOf({ gateways, all }: Hop, bytes: Buffer, ms: number): Promise<Found> {
  const cpuMs = (): number => all.reduce((sum, server) => sum + server.cpuMs(), 0);
  const before = cpuMs();
  const connections = CONNECTIONS / gateways.length;
  const loads = await Promise.all(
    gateways.map(({ port }) => load({ port, connections, ms, status: 200, nextRequest: () => bytes })),
  );
  const answered = loads.reduce((sum, one) => sum + one.answered, 0);
  return {
    perSecond: loads.reduce((sum, one) => sum + one.requestsPerSecond, 0),
    p50Ms: Math.max(...loads.map((one) => one.p50Ms)),
    p99Ms: Math.max(...loads.map((one) => one.p99Ms)),
    cpuMicrosPerRequest: ((cpuMs() - before) * 1_000) / answered,
  };
}

/** Prints the results next to those in baselines/gateway.json. @param save records the results there */
function report(summaries: readonly Summary[], save: boolean): void {
  const file = baselineFile('gateway');
  const recorded = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly Summary[]) : [];
  for (const { processes, bare, gateway, rateRatio, p99Ratio } of summaries) {
    const before = recorded.find((one) => one.processes === processes);
    console.log(`${processes} process(es) of each, median of ${ROUNDS} rounds`);
    console.table({ bare, gateway });
    console.log(
      `rate gateway/bare ${rateRatio} (recorded: ${before?.rateRatio ?? '-'}), p99 gateway/bare ${p99Ratio} (recorded: ${before?.p99Ratio ?? '-'})\n`,
    );
  }
  if (save) writeFileSync(file, `${JSON.stringify(summaries, null, 2)}\n`);
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A token in the documented format, `hw_<12 hex>_<43 base62><6 base62 digits: CRC-32 of the text before>`, created without product code. */
function wellFormedToken(): string {
  const secret = [...randomBytes(43)].map((byte) => DIGITS[byte % 62]).join('');
  const body = `hw_${randomBytes(6).toString('hex')}_${secret}`;
  let checksum = '';
  for (let rest = crc32(body), digit = 0; digit < 6; digit += 1, rest = Math.floor(rest / 62)) {
    checksum = `${DIGITS[rest % 62]}${checksum}`;
  }
  return body + checksum;
}
