import {
  COMMON_SETTINGS,
  ConfigError,
  describeConfig,
  loadConfig,
  readSecretFiles,
  type ConfigOf,
  type Settings,
} from './config';
import { createLog, type Logger } from './log';
import { operationsModule } from './metrics/operations-module';
import { startModules, type Module, type RunningModules } from './module';
import { requireToken } from './rpc/trust';
import type { TracingOptions } from './trace/span';
import { startTracing } from './trace/tracing';

export interface Program<S extends Settings> {
  readonly name: string;
  readonly settings: S;
  modules(config: ConfigOf<S>, log: Logger): readonly Module[];
  /** Listen address of its gRPC server. Beyond loopback, the configuration must contain RPC_TOKEN. */
  rpcHost?(config: ConfigOf<S>): string;
  /** A job: stops as soon as every module has started. */
  readonly once?: boolean;
}

/** The maximum duration of a graceful stop; then the process exits. Kubernetes waits 30 s by default. */
export const STOP_DEADLINE_MS = 25_000;

/** How long a stopping service still accepts requests and calls, so that its callers can connect to other replicas. */
export const LINGER_MS = 2_000;

/**
 * Runs a process: reads the configuration, starts the modules, stops them on SIGTERM or SIGINT.
 * `--print-config` prints the settings and exits; `--verify-config` checks them and exits.
 */
export async function run<S extends Settings & typeof COMMON_SETTINGS>(program: Program<S>): Promise<void> {
  const config = readConfig(program);
  if (!config) return;
  const log = createLog(program.name, String(config['logLevel']));
  const begin = performance.now();
  const stopTracing = await startTracing(tracingOf(config, program.name, log));
  try {
    const parts: { running?: RunningModules } = {};
    const modules = [...operations(config, program, parts), ...program.modules(config, log)];
    const running = await startModules(modules, {
      started: (module, ms) =>
        log.info({ module: module.name, ms: Math.round(ms), ...module.ports?.() }, 'module started'),
    });
    parts.running = running;
    log.info({ ms: Math.round(performance.now() - begin) }, 'started');
    const stop = async (): Promise<void> => {
      await running.stop();
      await stopTracing();
    };
    if (program.once) await stop();
    else stopOnSignal(stop, log);
  } catch (error) {
    log.fatal({ err: error }, 'could not start');
    process.exitCode = 1;
    await stopTracing();
    setTimeout(() => process.exit(1), 1_000).unref(); // a partly started module may leave handles open
  }
}

/** Returns the tracing options of a process. @param name the program's name */
export function tracingOf(config: object, name: string, log: Logger): TracingOptions {
  const { otlpEndpoint, traceRatio, traceName } = config as ConfigOf<typeof COMMON_SETTINGS>;
  return { endpoint: otlpEndpoint, ratio: traceRatio, name: traceName ?? `headwater-${name}`, log };
}

/** The module of `/metrics` and the health endpoints, started first and stopped last. Jobs have none. */
function operations<S extends Settings>(
  config: ConfigOf<S>,
  { once }: Program<S>,
  parts: { readonly running?: RunningModules },
): Module[] {
  const { operationsHost: host, operationsPort: port } = config as ConfigOf<typeof COMMON_SETTINGS>;
  if (once || port === undefined) return [];
  return [operationsModule({ host, port, notReady: async () => parts.running?.notReady() ?? ['starting'] })];
}

/** Returns the configuration; undefined when it is invalid or was only printed or checked. */
function readConfig<S extends Settings>(program: Program<S>): ConfigOf<S> | undefined {
  try {
    const config = loadConfig(program.settings, readSecretFiles([program.settings], process.env));
    if (program.rpcHost) requireToken((config as { rpcToken?: string }).rpcToken, program.rpcHost(config));
    if (process.argv.includes('--print-config')) console.log(describeConfig(program.settings, config));
    else if (process.argv.includes('--verify-config')) console.log('The configuration is valid.');
    else return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
  return undefined;
}

/** Ctrl-C in `npm start` arrives twice: from the terminal, and forwarded by npm. */
const SAME_SIGNAL_MS = 1_000;

/** Stops gracefully at the first signal; a second signal after more than a second, or the deadline, exits immediately. */
export function stopOnSignal(stop: () => Promise<void>, log: Logger): void {
  let stoppingSince: number | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince < SAME_SIGNAL_MS) return;
      log.warn({ signal }, 'second signal: exiting immediately');
      process.exit(1);
    }
    stoppingSince = performance.now();
    log.info({ signal }, 'stopping');
    const deadline = setTimeout(() => {
      log.error('stop deadline exceeded: exiting immediately');
      process.exit(1);
    }, STOP_DEADLINE_MS);
    stop().then(
      () => {
        clearTimeout(deadline);
        log.info('stopped');
        process.exit(0);
      },
      (error: unknown) => {
        log.error({ err: error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  process.on('SIGHUP', onSignal);
}
