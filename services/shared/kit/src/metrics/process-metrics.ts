import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Pool } from 'pg';
import { knownMethod } from '../http/request-span';

/** What every process counts of itself. Labels come from closed lists only: no workspace, no site, no address. */
export interface ProcessMetrics {
  /** Those below, of Node itself, and whatever else the process counts: see `addRegistry`. */
  text(): Promise<string>;
  readonly contentType: string;
  /** Shows a registry of a service's own, too, until the returned function is called. */
  addRegistry(registry: Registry): () => void;
  /** A call that this process answered; `code` is `ok` or one of our error codes. */
  rpcServed(service: string, method: string, end: { readonly code: string; readonly ms: number }): void;
  /** A call that this process made. */
  rpcCalled(service: string, method: string, code: string): void;
  /** An HTTP request; `route` is its pattern, never its path. */
  httpServed(request: {
    readonly method: string;
    readonly route: string | undefined;
    readonly status: number;
    readonly ms: number;
  }): void;
  /** A question to the event store; `query` is the name of the function that asks. */
  queried(query: string, end: { readonly code: string; readonly ms: number }): void;
  /** Shows how many connections the pool has until it ends. */
  watchPool(name: string, pool: Pool): void;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

let metrics: ProcessMetrics | undefined;

/**
 * The metrics of this process, made at the first use: one process has one `/metrics`, whatever runs in it, so that a pool
 * or a server needs nothing handed in to be counted.
 */
export function processMetrics(): ProcessMetrics {
  return (metrics ??= createProcessMetrics());
}

function createProcessMetrics(): ProcessMetrics {
  const registry = new Registry();
  const others = new Set<Registry>();
  const registers = [registry];
  const served = new Histogram({
    name: 'headwater_rpc_server_seconds',
    help: 'Time to answer a call, by how it ended',
    labelNames: ['service', 'method', 'code'],
    buckets: SECONDS,
    registers,
  });
  const called = new Counter({
    name: 'headwater_rpc_client_calls_total',
    help: 'Calls made to other services, by how they ended',
    labelNames: ['service', 'method', 'code'],
    registers,
  });
  const queries = new Histogram({
    name: 'headwater_query_seconds',
    help: 'Time that ClickHouse took for a question, all of its statements, by how it ended',
    labelNames: ['query', 'code'],
    buckets: SECONDS,
    registers,
  });
  const http = new Histogram({
    name: 'headwater_http_seconds',
    help: 'Time to answer an HTTP request',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  // At the first look only: they hold a timer and an observer, which a process that nobody asks does without.
  let hasDefaults = false;
  return {
    text: async () => {
      if (!hasDefaults) collectDefaultMetrics({ register: registry });
      hasDefaults = true;
      return (await Promise.all([registry, ...others].map((one) => one.metrics()))).join('\n');
    },
    contentType: registry.contentType,
    addRegistry: (other) => {
      others.add(other);
      return () => others.delete(other);
    },
    rpcServed: (service, method, { code, ms }) => served.observe({ service, method, code }, ms / 1_000),
    rpcCalled: (service, method, code) => called.inc({ service, method, code }),
    httpServed: ({ method, route, status, ms }) =>
      http.observe({ method: knownMethod(method), route: route ?? 'none', status }, ms / 1_000),
    queried: (query, { code, ms }) => queries.observe({ query, code }, ms / 1_000),
    watchPool: poolGauges(registry),
  };
}

/** The pools that are open now. */
function poolGauges(registry: Registry): ProcessMetrics['watchPool'] {
  const pools = new Map<Pool, string>();
  new Gauge({
    name: 'headwater_pg_pool_connections',
    help: 'Connections of a pool to Postgres; waiting: requests that want one and have none',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [pool, name] of pools) {
        if (pool.ended) pools.delete(pool);
        else {
          this.inc({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount);
          this.inc({ pool: name, state: 'idle' }, pool.idleCount);
          this.inc({ pool: name, state: 'waiting' }, pool.waitingCount);
        }
      }
    },
  });
  return (name, pool) => pools.set(pool, name);
}
