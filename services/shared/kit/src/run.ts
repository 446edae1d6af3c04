import {
  COMMON_SETTINGS,
  ConfigError,
  describeConfig,
  loadConfig,
  type ConfigOf,
  type Settings,
} from './config';
import { createLog, type Logger } from './log';
import { operationsModule } from './metrics/operations-module';
import { startModules, type Module, type RunningModules } from './module';
import type { TracingOptions } from './trace/span';
import { startTracing } from './trace/tracing';

export interface Program<S extends Settings> {
  readonly name: string;
  readonly settings: S;
  modules(config: ConfigOf<S>, log: Logger): readonly Module[];
  /** A job that ends by itself: stop as soon as every module has started. */
  readonly once?: boolean;
}

/** Time that a graceful stop may take before the process ends the hard way. Kubernetes' default grace is 30 s. */
export const STOP_DEADLINE_MS = 25_000;

/**
 * Runs a process: reads the configuration, starts the modules, stops them on SIGTERM or SIGINT.
 * `--print-config` shows the settings and ends; `--verify-config` checks them and ends.
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
    setTimeout(() => process.exit(1), 1_000).unref(); // whatever a half-started module left open
  }
}

/** How a process is traced. @param name its own */
export function tracingOf(config: object, name: string, log: Logger): TracingOptions {
  const { otlpEndpoint, traceRatio, traceName } = config as ConfigOf<typeof COMMON_SETTINGS>;
  return { endpoint: otlpEndpoint, ratio: traceRatio, name: traceName ?? `headwater-${name}`, log };
}

/** `/metrics` and the health of a process that stays up, first started and last stopped. Ready once all has started. */
function operations<S extends Settings>(
  config: ConfigOf<S>,
  { once }: Program<S>,
  parts: { readonly running?: RunningModules },
): Module[] {
  const { operationsHost: host, operationsPort: port } = config as ConfigOf<typeof COMMON_SETTINGS>;
  if (once || port === undefined) return [];
  return [operationsModule({ host, port, notReady: async () => parts.running?.notReady() ?? ['starting'] })];
}

/** The configuration, or undefined when the command line asked only about it or it is wrong. */
function readConfig<S extends Settings>(program: Program<S>): ConfigOf<S> | undefined {
  try {
    const config = loadConfig(program.settings, process.env);
    if (process.argv.includes('--print-config')) console.log(describeConfig(program.settings, config));
    else if (process.argv.includes('--verify-config')) console.log('The configuration is right.');
    else return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
  return undefined;
}

/** Stops once, in order, at the first signal; a second signal or the deadline ends the process the hard way. */
export function stopOnSignal(stop: () => Promise<void>, log: Logger): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping) {
      log.warn({ signal }, 'second signal: ending at once');
      process.exit(1);
    }
    stopping = true;
    log.info({ signal }, 'stopping');
    const deadline = setTimeout(() => {
      log.error('did not stop in time: ending at once');
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
