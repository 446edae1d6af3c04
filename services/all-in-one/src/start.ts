import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lockDataDirectory, type DataDirectoryLock } from '@headwater/engines/data-directory';
import { generateToken } from '@headwater/gateway/module';
import { loadConfig, readSecretFiles, type Environment } from '@headwater/kit/config';
import { createLog } from '@headwater/kit/log';
import { operationsModule } from '@headwater/kit/metrics/operations-module';
import { startModules, type Module, type RunningModules } from '@headwater/kit/module';
import { stopOnSignal, tracingOf } from '@headwater/kit/run';
import { startTracing } from '@headwater/kit/trace/tracing';
import { composeServices, SERVICE_SETTINGS } from './compose';
import { allInOneSettings, type AllInOneConfig } from './config';
import { enginesModule, type DatabaseUser, type EngineUrls } from './engines-module';
import { printSettings, verifyAll } from './environment';
import { verifyPorts } from './ports';
import { welcomeText } from './welcome';

const print = (line: string): void => console.log(`headwater: ${line}`);

/** Valid values of variables that only a start determines, so that all settings can be checked before it. */
const PLACEHOLDERS = {
  DATABASE_URL: 'postgres://localhost/headwater',
  CLICKHOUSE_URL: 'http://localhost:8123/headwater',
  HMAC_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
  LOG_LEVEL: 'warn',
};

/** Starts all services in this process. @throws ConfigError, or the error of the module that could not start. */
export async function startAllInOne(environment: Environment, argv: readonly string[]): Promise<void> {
  const begin = performance.now();
  const tables = [allInOneSettings, ...SERVICE_SETTINGS];
  const env = readSecretFiles(tables, environment);
  const complete = {
    ...PLACEHOLDERS,
    ...Object.fromEntries(Object.entries(env).filter(([, value]) => value)),
  };
  verifyAll(tables, complete);
  if (argv.includes('--print-config')) return console.log(printSettings(tables, complete));
  if (argv.includes('--verify-config')) return console.log('The configuration is right.');
  const config = loadConfig(allInOneSettings, env);
  const lock = lockDataDirectory(resolve(config.dataDir));
  // Before the databases start, and after the lock: its error names the process of a second start.
  await verifyPorts(tables, complete);
  await startLocked({ config, lock, env, begin });
}

interface Start {
  readonly config: AllInOneConfig;
  readonly lock: DataDirectoryLock;
  readonly env: Environment;
  /** Milliseconds of `performance.now()`. */
  readonly begin: number;
}

async function startLocked({ config, lock, env, begin }: Start): Promise<void> {
  const dataDir = resolve(config.dataDir);
  const key = (): string => randomBytes(32).toString('base64');
  const visitorKey = config.visitorKey ?? storedVisitorKey(dataDir, key);
  const bootstrapToken = config.bootstrapToken ?? storedSecret(join(dataDir, 'token'), generateToken);
  const hmacKeys = config.hmacKeys ?? storedSecret(join(dataDir, 'hmac-keys'), () => `k1:${key()}`);
  const secretsKey = config.secretsKey ?? storedSecret(join(dataDir, 'secrets-key'), key);
  const rpcToken =
    config.rpcToken ?? storedSecret(join(dataDir, 'rpc-token'), () => randomBytes(32).toString('hex'));

  const log = createLog('all-in-one', config.logLevel);
  const stopTracing = await startTracing(tracingOf(config, 'all-in-one', log));
  const started: { modules?: RunningModules } = {};
  const stop = async (): Promise<void> => {
    print('stopping …');
    rmSync(join(dataDir, 'addresses.json'), { force: true });
    await started.modules?.stop();
    await stopTracing();
    lock.release();
    print('stopped; data is kept in ' + dataDir);
  };
  const engines = enginesModule(config, {
    print,
    onCrash: (error) => {
      console.error(`headwater: ${error.message}. Stopping; start again to recover.`);
      void stop().finally(() => process.exit(1));
    },
  });
  const services = composeServices(
    env,
    () => ({ urls: engines.urls(), bootstrapToken, hmacKeys, secretsKey, visitorKey, rpcToken, dataDir }),
    config.logLevel,
  );
  const notReady = async (): Promise<string[]> => (await started.modules?.notReady()) ?? ['starting'];
  const metrics = operations(config, notReady);
  started.modules = await startModules([...metrics, engines, ...services.modules], {
    starting: (module) => module.name === 'migrate' && print('preparing the databases …'),
  });
  stopOnSignal(stop, log);

  const apiUrl = config.publicUrl ?? `http://localhost:${services.gateway.ports?.()['http'] ?? ''}`;
  const collectUrl = config.collectUrl ?? `http://localhost:${services.collector.ports?.()['http'] ?? ''}`;
  // For programs next to this one, such as the seed. Contains the databases' passwords.
  const addresses = {
    apiUrl,
    collectUrl,
    ...services.addresses(),
    ...metricsOf(metrics, config.operationsHost),
    ...databaseAddresses(engines.urls()),
  };
  writeFileSync(join(dataDir, 'addresses.json'), `${JSON.stringify(addresses)}\n`, { mode: 0o600 });
  console.log(
    welcomeText({
      apiUrl,
      collectUrl,
      grpcPorts: Object.fromEntries(
        services.modules.flatMap((module) => {
          const port = module.ports?.()['grpc'];
          return port === undefined ? [] : [[module.name, port]];
        }),
      ),
      tokenInShell: config.bootstrapToken ? '$BOOTSTRAP_TOKEN' : `$(cat ${join(config.dataDir, 'token')})`,
      tokenSource: config.bootstrapToken
        ? 'from BOOTSTRAP_TOKEN'
        : `stored in ${join(config.dataDir, 'token')}`,
      dataDir,
      ms: performance.now() - begin,
    }),
  );
}

/** The databases, with the URLs of the operator commands: `admin` acts as gateway and `keys` as identity. */
function databaseAddresses({ environmentOf, ...urls }: EngineUrls): object {
  const urlOf = (user: DatabaseUser): string | undefined => environmentOf(user)['DATABASE_URL'];
  return { ...urls, databaseUrls: { gateway: urlOf('gateway'), identity: urlOf('identity') } };
}

/** The URL of `/metrics`, if METRICS_PORT is set. */
function metricsOf(modules: readonly Module[], host: string): { metricsUrl?: string } {
  const port = modules[0]?.ports?.()['metrics'];
  return port === undefined ? {} : { metricsUrl: `http://${host}:${port}/metrics` };
}

/** The module for `/metrics` and health checks, if METRICS_PORT is set. */
function operations(
  { operationsHost: host, operationsPort: port }: AllInOneConfig,
  notReady: () => Promise<string[]>,
): Module[] {
  return port === undefined ? [] : [operationsModule({ host, port, notReady })];
}

/** Files and folders that a start of an earlier release created. */
const OF_EARLIER_START = ['token', 'hmac-keys', 'secrets-key', 'rpc-token', 'collector-log', 'clickhouse'];

/**
 * Reads the key, or generates it in a new data directory; `none` in one from before the key, which has events. Called before other
 * secrets are stored, so that a start that fails later leaves it.
 */
function storedVisitorKey(dataDir: string, generate: () => string): string {
  const isNew = !OF_EARLIER_START.some((name) => existsSync(join(dataDir, name)));
  return storedSecret(join(dataDir, 'visitor-key'), isNew ? generate : () => 'none');
}

/** Reads the secret in `file`, or generates and stores it there, readable only by the owner. */
function storedSecret(file: string, generate: () => string): string {
  const stored = readIfExists(file);
  if (stored !== undefined) {
    chmodSync(file, 0o600);
    return stored;
  }
  const value = generate();
  // Written atomically: a crash must not leave a partial key.
  writeFileSync(`${file}.new`, `${value}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return value;
}

function readIfExists(file: string): string | undefined {
  try {
    const value = readFileSync(file, 'utf8').trim();
    if (value === '')
      throw new Error(`${file} is empty. Restore it from a backup, or delete it to generate a new secret.`);
    return value;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
