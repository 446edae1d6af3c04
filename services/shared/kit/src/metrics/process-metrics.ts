import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Pool } from 'pg';
import { knownMethod } from '../http/request-span';

/** The metrics of a process. Label values are enumerated: no workspace, no site, no address. */
export interface ProcessMetrics {
  /** All metrics in Prometheus text format: these, Node's own, and those of `addRegistry`. */
  text(): Promise<string>;
  readonly contentType: string;
  /** Adds a service's own registry until the returned function is called. */
  addRegistry(registry: Registry): () => void;
  /** Records a served call; `code` is `ok` or an error code. */
  rpcServed(service: string, method: string, end: { readonly code: string; readonly ms: number }): void;
  /** Records a call to another service. */
  rpcCalled(service: string, method: string, code: string): void;
  /** Records an HTTP request; `route` is its pattern, never its path. */
  httpServed(request: {
    readonly method: string;
    readonly route: string | undefined;
    readonly status: number;
    readonly ms: number;
  }): void;
  /** Records a ClickHouse query; `query` is its name. */
  queried(query: string, end: { readonly code: string; readonly ms: number }): void;
  /** Exports the connection counts of a pool until it ends. */
  watchPool(name: string, pool: Pool): void;
  /** Records a call that was refused because its workspace used its share of a pool. */
  poolRefused(name: string): void;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

let metrics: ProcessMetrics | undefined;

/** Returns the metrics of this process, created on first use. A singleton, because a process has one `/metrics`. */
export function processMetrics(): ProcessMetrics {
  return (metrics ??= createProcessMetrics());
}

function createProcessMetrics(): ProcessMetrics {
  const registry = new Registry();
  const others = new Set<Registry>();
  const registers = [registry];
  const served = new Histogram({
    name: 'headwater_rpc_server_seconds',
    help: 'Duration of served gRPC calls, by result code',
    labelNames: ['service', 'method', 'code'],
    buckets: SECONDS,
    registers,
  });
  const called = new Counter({
    name: 'headwater_rpc_client_calls_total',
    help: 'gRPC calls to other services, by result code',
    labelNames: ['service', 'method', 'code'],
    registers,
  });
  const refused = new Counter({
    name: 'headwater_pg_pool_refused_total',
    help: 'Calls refused with 429 (workspace_busy): others of their workspace used its share of the Postgres connections',
    labelNames: ['pool'],
    registers,
  });
  const queries = new Histogram({
    name: 'headwater_query_seconds',
    help: 'Duration of ClickHouse queries including all of their statements, by result code',
    labelNames: ['query', 'code'],
    buckets: SECONDS,
    registers,
  });
  const http = new Histogram({
    name: 'headwater_http_seconds',
    help: 'Duration of HTTP requests',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  new Gauge({
    name: 'headwater_clock_seconds',
    help: 'Clock of the process when it returns its metrics, in Unix seconds. The difference between processes is their skew',
    registers,
    collect() {
      this.set(Date.now() / 1_000);
    },
  });
  // Registered at the first scrape: they need a timer and an observer, which an unscraped process does without.
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
    poolRefused: (pool) => refused.inc({ pool }),
  };
}

/** The open pools. */
function poolGauges(registry: Registry): ProcessMetrics['watchPool'] {
  const pools = new Map<Pool, string>();
  new Gauge({
    name: 'headwater_pg_pool_connections',
    help: 'Postgres connections of a pool by state; waiting counts requests without a connection',
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
