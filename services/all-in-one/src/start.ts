import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lockDataDirectory } from '@headwater/engines/data-directory';
import { generateToken } from '@headwater/gateway/module';
import { loadConfig, type Environment } from '@headwater/kit/config';
import { createLog } from '@headwater/kit/log';
import { operationsModule } from '@headwater/kit/metrics/operations-module';
import { startModules, type Module, type RunningModules } from '@headwater/kit/module';
import { stopOnSignal, tracingOf } from '@headwater/kit/run';
import { startTracing } from '@headwater/kit/trace/tracing';
import { composeServices, SERVICE_SETTINGS } from './compose';
import { allInOneSettings, type AllInOneConfig } from './config';
import { enginesModule } from './engines-module';
import { verifyAll } from './environment';
import { printSettings } from './settings-command';
import { storedSecret } from './stored-secret';
import { welcomeText } from './welcome';

const say = (line: string): void => console.log(`headwater: ${line}`);

/** Well-formed values for what only a start makes, so that all settings can be checked before anything is touched. */
const PLACEHOLDERS = {
  DATABASE_URL: 'postgres://localhost/headwater',
  CLICKHOUSE_URL: 'http://localhost:8123/headwater',
  HMAC_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
  LOG_LEVEL: 'warn',
};

/** Starts the whole of Headwater in this process. @throws ConfigError, or the reason why a part could not start. */
export async function startAllInOne(env: Environment, argv: readonly string[]): Promise<void> {
  const begin = performance.now();
  const tables = [allInOneSettings, ...SERVICE_SETTINGS];
  const complete = {
    ...PLACEHOLDERS,
    ...Object.fromEntries(Object.entries(env).filter(([, value]) => value)),
  };
  verifyAll(tables, complete);
  if (argv.includes('--print-config')) return console.log(printSettings(tables, complete));
  if (argv.includes('--verify-config')) return console.log('The configuration is right.');
  await startLocked(loadConfig(allInOneSettings, env), env, begin);
}

async function startLocked(config: AllInOneConfig, env: Environment, begin: number): Promise<void> {
  const dataDir = resolve(config.dataDir);
  const lock = lockDataDirectory(dataDir);
  const token = config.bootstrapToken
    ? { value: config.bootstrapToken, made: false }
    : storedSecret(join(dataDir, 'token'), generateToken);
  const hmacKeys =
    config.hmacKeys ??
    storedSecret(join(dataDir, 'hmac-keys'), () => `k1:${randomBytes(32).toString('base64')}`).value;
  const secretsKey =
    config.secretsKey ??
    storedSecret(join(dataDir, 'secrets-key'), () => randomBytes(32).toString('base64')).value;

  const log = createLog('all-in-one', config.logLevel);
  const stopTracing = await startTracing(tracingOf(config, 'all-in-one', log));
  const started: { modules?: RunningModules } = {};
  const stop = async (): Promise<void> => {
    say('stopping …');
    rmSync(join(dataDir, 'addresses.json'), { force: true });
    await started.modules?.stop();
    await stopTracing();
    lock.release();
    say('stopped; the data stays in ' + dataDir);
  };
  const engines = enginesModule(config, {
    say,
    onCrash: (error) => {
      console.error(`headwater: ${error.message}. Stopping; start again to recover.`);
      void stop().finally(() => process.exit(1));
    },
  });
  const services = composeServices(
    env,
    () => ({ urls: engines.urls(), bootstrapToken: token.value, hmacKeys, secretsKey, dataDir }),
    config.logLevel,
  );
  const notReady = async (): Promise<string[]> => (await started.modules?.notReady()) ?? ['starting'];
  const metrics = operations(config, notReady);
  started.modules = await startModules([...metrics, engines, ...services.modules], {
    starting: (module) => module.name === 'migrate' && say('preparing the databases …'),
  });
  stopOnSignal(stop, log);

  const apiUrl = config.publicUrl ?? `http://localhost:${services.gateway.ports?.()['http'] ?? ''}`;
  const collectUrl = config.collectUrl ?? `http://localhost:${services.collector.ports?.()['http'] ?? ''}`;
  // For programs beside this one, such as the seed: where things are while it runs. Holds the databases' passwords.
  const addresses = {
    apiUrl,
    collectUrl,
    sitesAddress: services.sitesAddress(),
    ...metricsOf(metrics, config.operationsHost),
    ...engines.urls(),
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
      tokenPlace: config.bootstrapToken
        ? 'the BOOTSTRAP_TOKEN that you gave'
        : `kept in ${join(config.dataDir, 'token')}`,
      newToken: token.made ? token.value : undefined,
      dataDir,
      ms: performance.now() - begin,
    }),
  );
}

/** Where `/metrics` is, of no module or one. */
function metricsOf(modules: readonly Module[], host: string): { metricsUrl?: string } {
  const port = modules[0]?.ports?.()['metrics'];
  return port === undefined ? {} : { metricsUrl: `http://${host}:${port}/metrics` };
}

/** `/metrics` and the health of the whole, where METRICS_PORT asks for it. */
function operations(
  { operationsHost: host, operationsPort: port }: AllInOneConfig,
  notReady: () => Promise<string[]>,
): Module[] {
  return port === undefined ? [] : [operationsModule({ host, port, notReady })];
}
