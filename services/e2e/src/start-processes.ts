import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { databaseRoles } from '@headwater/kit/testing/database-roles';
import { engineUrls, withDatabase } from '@headwater/kit/testing/engine-urls';
import { testDatabase } from '@headwater/kit/testing/test-database';
import { startProcess, type RunningProcess } from './child-process';
import type { System } from './system';
import { wellFormedToken } from './well-formed-token';

/** Fewest rows that analytics can be told to read: what is too heavy is easily made. */
const FEW_ROWS = '200000';

/** Made for operators, and used here so that the whole suite shows each service content with its own rights. */
const ROLES_FILE = join(packageRoot('@headwater/e2e'), '../../deploy/postgres/roles.sql');
const ROLES = ['gateway', 'sites', 'identity', 'purge'];

export interface ProcessSystem extends System {
  /** Runs a statement on the system's event store. @returns its answer as text. */
  askClickhouse(statement: string): Promise<string>;
  /** Runs a statement on the system's Postgres. */
  askPostgres(statement: string): Promise<void>;
  /** Runs a job to its end. @throws with its output when it fails */
  runJob(name: string): Promise<void>;
  /** What the process of a service has printed so far. */
  outputOf(service: string): string;
}

/**
 * One process a service, as on a cluster: migrated by the job, found by the address variables, each under its own role
 * of the database.
 *
 * @param env further settings of every process
 * @param throughPooler gives, for the database's URL of each service, the one that it is to use
 */
export async function startProcesses(
  env: Readonly<Record<string, string>> = {},
  throughPooler = (urls: ReadonlyMap<string, string>) => Promise.resolve(urls),
): Promise<ProcessSystem> {
  const database = await testDatabase();
  const token = wellFormedToken();
  const common = {
    DATABASE_URL: database.url,
    CLICKHOUSE_URL: withDatabase(engineUrls().clickhouseUrl, `e2e_${randomBytes(6).toString('hex')}`),
    HMAC_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    BOOTSTRAP_TOKEN: token,
    RPC_TOKEN: randomBytes(16).toString('hex'),
    // Receivers of the tests are on this machine.
    WEBHOOK_TARGETS: 'any',
    ...env,
  };
  await runJob('migrate', common);
  const roles = await databaseRoles(database, { file: ROLES_FILE, prefix: 'headwater_', names: ROLES });
  const urls = await throughPooler(new Map(ROLES.map((name) => [name, roles.urlOf(name)])));
  const envOf = (name: string): Record<string, string> => {
    const url = urls.get(name);
    return url === undefined ? common : { ...common, DATABASE_URL: url };
  };

  const logDir = mkdtempSync(join(tmpdir(), 'headwater-e2e-log-'));
  const running = new Map<string, RunningProcess>();
  const start = async (name: string, own: Record<string, string>): Promise<Record<string, number>> => {
    const service = startProcess(name, { ...envOf(name), ...own });
    running.set(name, service);
    return service.line('its ports', (line) => portsIn(line, name));
  };
  const analytics = await start('analytics', { ANALYTICS_PORT: '0', ANALYTICS_MAX_ROWS: FEW_ROWS });
  const ANALYTICS_ADDRESS = `127.0.0.1:${analytics['grpc']}`;
  const sites = await start('sites', { SITES_PORT: '0', ANALYTICS_ADDRESS });
  const SITES_ADDRESS = `127.0.0.1:${sites['grpc']}`;
  const [identity, collector] = await Promise.all([
    start('identity', { IDENTITY_PORT: '0', SITES_ADDRESS, ANALYTICS_ADDRESS }),
    start('collector', {
      COLLECTOR_PORT: '0',
      COLLECTOR_GRPC_PORT: '0',
      COLLECTOR_LOG_DIR: logDir,
      SITES_ADDRESS,
    }),
  ]);
  const collectUrl = `http://localhost:${collector['http']}`;
  const gateway = await start('gateway', {
    GATEWAY_PORT: '0',
    COLLECT_URL: collectUrl,
    SITES_ADDRESS,
    ANALYTICS_ADDRESS,
    IDENTITY_ADDRESS: `127.0.0.1:${identity['grpc']}`,
    COLLECTOR_ADDRESS: `127.0.0.1:${collector['grpc']}`,
  });
  return {
    apiUrl: `http://localhost:${gateway['http']}`,
    collectUrl,
    token,
    askClickhouse: (statement) => askClickhouse(common.CLICKHOUSE_URL, statement),
    askPostgres: async (statement) => {
      await database.pool.query(statement);
    },
    runJob: (name) => runJob(name, { ...envOf(name), SITES_ADDRESS, ANALYTICS_ADDRESS }),
    outputOf: (service) => running.get(service)?.output() ?? '',
    stop: async () => {
      await Promise.all([...running.values()].map((service) => service.stop()));
      await database.drop();
      await roles.drop();
      rmSync(logDir, { recursive: true, force: true });
    },
  };
}

async function runJob(name: string, env: Readonly<Record<string, string>>): Promise<void> {
  const job = startProcess(name, env);
  await new Promise((resolve) => job.child.once('exit', resolve));
  if (job.child.exitCode !== 0) throw new Error(`${name} failed:\n${job.output()}`);
}

async function askClickhouse(url: string, statement: string): Promise<string> {
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
