import { load } from '../collector/load';
import type { ServerProcess } from '../collector/server-process';

const CONNECTIONS = 32;
export const ROUNDS = 7;
const ROUND_MS = 3_000;
const WARM_UP_MS = 4_000;

export interface Found {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of gateways and what they call together. */
  readonly cpuMicrosPerRequest: number;
}

/** What a run found with so many processes of each. */
export interface Summary {
  readonly processes: number;
  /** express and grpc-js alone. */
  readonly bare: Found;
  readonly gateway: Found;
  /** Gateway / bare, the median of what each round found. */
  readonly rateRatio: number;
  readonly p99Ratio: number;
}

/** Gateways, and all processes that have a part in their answers. */
export interface Hop {
  readonly gateways: readonly ServerProcess[];
  readonly all: readonly ServerProcess[];
}

/** Loads both, turn by turn. @param token of an API token */
export async function compare(
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
  const middle = (value: (round: { bare: Found; gateway: Found }) => number): number =>
    median(rounds.map(value));
  const medians = (name: 'bare' | 'gateway'): Found => ({
    perSecond: Math.round(middle((round) => round[name].perSecond)),
    p50Ms: middle((round) => round[name].p50Ms),
    p99Ms: middle((round) => round[name].p99Ms),
    cpuMicrosPerRequest: middle((round) => round[name].cpuMicrosPerRequest),
  });
  return {
    processes,
    bare: medians('bare'),
    gateway: medians('gateway'),
    rateRatio: middle(({ bare, gateway }) => gateway.perSecond / bare.perSecond),
    p99Ratio: middle(({ bare, gateway }) => gateway.p99Ms / bare.p99Ms),
  };
}

/** Loads all gateways of a hop at once. */
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

function median(values: readonly number[]): number {
  const middle = [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return Math.round(middle * 100) / 100;
}
