import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { databaseRoles } from '@headwater/kit/testing/database-roles';
import { engineUrls, withDatabase } from '@headwater/kit/testing/engine-urls';
import { testDatabase } from '@headwater/kit/testing/test-database';
import { wellFormedToken, type System } from './api';
import { startProcess, type RunningProcess } from './child-process';

/** The min value of the setting, so that a query exceeds it with few events. */
const MIN_ROWS = '200000';

/** The roles for operators. Using them proves that each service works with its own privileges. */
const ROLES_FILE = join(packageRoot('@headwater/migrate'), 'roles.sql');
const ROLES = ['gateway', 'sites', 'identity', 'purge'];

export interface ProcessSystem extends System {
  /** Runs a statement in ClickHouse. @returns the result as text */
  queryClickhouse(statement: string): Promise<string>;
  /** Runs a statement in Postgres. @returns the rows */
  queryPostgres<Row extends object>(statement: string): Promise<Row[]>;
  /** Runs a job. @throws with its output when it fails */
  runJob(name: string): Promise<void>;
  /** The output of a service so far. */
  outputOf(service: string): string;
  /** The process id of a service. */
  pidOf(service: string): number;
  /** Kills a service if it runs, and starts it again with the same ports and log. */
  restart(service: string): Promise<void>;
  /** Starts another collector with its own log, and a gateway that sends to it. @returns their addresses */
  addCollector(): Promise<Pick<System, 'apiUrl' | 'collectUrl'>>;
}

/**
 * Starts one process per service, as on a cluster: the job migrates, address variables connect the services, and each service
 * has its own database role.
 *
 * @param env more settings for all processes
 * @param throughPooler maps the database URL of each service to the URL to use
 * @param reach returns the port at which the services reach an engine or a service with gRPC: that of a proxy, or its own. `user` is the
 *   service that reaches Postgres
 */
export async function startProcesses(
  env: Readonly<Record<string, string>> = {},
  throughPooler = (urls: ReadonlyMap<string, string>) => Promise.resolve(urls),
  reach = (_name: string, port: number, _user?: string) => Promise.resolve(port),
): Promise<ProcessSystem> {
  const reachUrl = async (name: string, text: string, user?: string): Promise<string> => {
    const url = new URL(text);
    url.port = String(await reach(name, Number(url.port), user));
    return url.toString();
  };
  const addressOf = async (name: string, { grpc }: Record<string, number>): Promise<string> =>
    `127.0.0.1:${await reach(name, grpc ?? 0)}`;
  const database = await testDatabase();
  const token = wellFormedToken();
  const common = {
    DATABASE_URL: database.url,
    CLICKHOUSE_URL: await reachUrl(
      'clickhouse',
      withDatabase(engineUrls().clickhouseUrl, `e2e_${randomBytes(6).toString('hex')}`),
    ),
    HMAC_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    VISITOR_KEY: randomBytes(32).toString('base64'),
    BOOTSTRAP_TOKEN: token,
    RPC_TOKEN: randomBytes(16).toString('hex'),
    // The webhook receivers of the tests run on localhost.
    WEBHOOK_TARGETS: 'any',
    ...env,
  };
  await runJob('migrate', common);
  const roles = await databaseRoles(database, { file: ROLES_FILE, prefix: 'headwater_', names: ROLES });
  const pooled = await throughPooler(new Map(ROLES.map((name) => [name, roles.urlOf(name)])));
  const urls = new Map<string, string>();
  for (const [name, url] of pooled) urls.set(name, await reachUrl('postgres', url, name));
  const envOf = (name: string): Record<string, string> => {
    const url = urls.get(name);
    return url === undefined ? common : { ...common, DATABASE_URL: url };
  };

  const logDir = mkdtempSync(join(tmpdir(), 'headwater-e2e-log-'));
  const running = new Map<string, RunningProcess>();
  const restarts = new Map<string, () => Promise<unknown>>();
  const start = async (
    name: string,
    own: Record<string, string>,
    label = name,
  ): Promise<Record<string, number>> => {
    const service = startProcess(name, { ...envOf(name), ...own });
    running.set(label, service);
    const ports = await service.line('its ports', (line) => portsIn(line, name), 60_000);
    restarts.set(label, () => start(name, { ...own, ...portSettings(name, ports) }, label));
    return ports;
  };
  const stop = async (): Promise<void> => {
    await Promise.all([...running.values()].map((service) => service.stop()));
    await database.drop();
    await roles.drop();
    rmSync(logDir, { recursive: true, force: true });
  };
  const startAll = async () => {
    const analytics = await start('analytics', { ANALYTICS_PORT: '0', ANALYTICS_MAX_ROWS: MIN_ROWS });
    const ANALYTICS_ADDRESS = await addressOf('analytics', analytics);
    const sites = await start('sites', { SITES_PORT: '0', ANALYTICS_ADDRESS });
    const SITES_ADDRESS = await addressOf('sites', sites);
    const identity = await start('identity', { IDENTITY_PORT: '0', SITES_ADDRESS, ANALYTICS_ADDRESS });
    const IDENTITY_ADDRESS = await addressOf('identity', identity);
    /** Starts a collector, and a gateway that sends to it. */
    const startEntry = async (suffix = '') => {
      const collector = await start(
        'collector',
        {
          COLLECTOR_PORT: '0',
          COLLECTOR_GRPC_PORT: '0',
          COLLECTOR_LOG_DIR: join(logDir, `log${suffix}`),
          SITES_ADDRESS,
        },
        `collector${suffix}`,
      );
      const collectUrl = `http://localhost:${collector['http']}`;
      const gateway = await start(
        'gateway',
        {
          GATEWAY_PORT: '0',
          COLLECT_URL: collectUrl,
          SITES_ADDRESS,
          ANALYTICS_ADDRESS,
          IDENTITY_ADDRESS,
          COLLECTOR_ADDRESS: await addressOf('collector', collector),
        },
        `gateway${suffix}`,
      );
      return { apiUrl: `http://localhost:${gateway['http']}`, collectUrl };
    };
    return { urls: await startEntry(), startEntry, jobSettings: { SITES_ADDRESS, ANALYTICS_ADDRESS } };
  };
  const {
    urls: systemUrls,
    startEntry,
    jobSettings,
  } = await startAll().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    ...systemUrls,
    token,
    queryClickhouse: (statement) => queryClickhouse(common.CLICKHOUSE_URL, statement),
    queryPostgres: async <Row extends object>(statement: string) =>
      (await database.pool.query<Row>(statement)).rows,
    runJob: (name) => runJob(name, { ...envOf(name), ...jobSettings }),
    outputOf: (service) => running.get(service)?.output() ?? '',
    addCollector: () => startEntry('-2'),
    pidOf: (service) => running.get(service)?.child.pid ?? 0,
    restart: async (service) => {
      running.get(service)?.child.kill('SIGKILL');
      await running.get(service)?.ended;
      await restarts.get(service)?.();
    },
    stop,
  };
}

/** The settings that give a service the ports that it had. */
function portSettings(name: string, { grpc, http }: Record<string, number>): Record<string, string> {
  if (name === 'collector') return { COLLECTOR_PORT: String(http), COLLECTOR_GRPC_PORT: String(grpc) };
  return { [`${name.toUpperCase()}_PORT`]: String(grpc ?? http) };
}

async function runJob(name: string, env: Readonly<Record<string, string>>): Promise<void> {
  const job = startProcess(name, env);
  await new Promise((resolve) => job.child.once('exit', resolve));
  if (job.child.exitCode !== 0) throw new Error(`${name} failed:\n${job.output()}`);
}

async function queryClickhouse(url: string, statement: string): Promise<string> {
  const { origin, pathname, username, password } = new URL(url);
  const response = await fetch(`${origin}/?database=${pathname.slice(1)}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
    body: statement,
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  return answer.trim();
}

/** The ports in the log line `{"module": "sites", "msg": "module started", "grpc": 40123}`. */
function portsIn(line: string, module: string): Record<string, number> | undefined {
  if (!line.includes('"module started"')) return undefined;
  const entry = JSON.parse(line) as { module: string; grpc?: number; http?: number };
  if (entry.module !== module) return undefined;
  return Object.fromEntries(
    Object.entries(entry).filter(([key]) => key === 'grpc' || key === 'http'),
  ) as never;
}
