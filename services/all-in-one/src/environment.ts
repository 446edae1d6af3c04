import { join } from 'node:path';
import {
  ConfigError,
  describeConfig,
  loadConfig,
  type Environment,
  type Settings,
} from '@headwater/kit/config';
import type { Module } from '@headwater/kit/module';
import type { DatabaseUser, EngineUrls } from './engines-module';

/** Values from modules started before, or from the data directory. */
export interface StartValues {
  readonly urls: EngineUrls;
  readonly bootstrapToken: string;
  readonly hmacKeys: string;
  readonly secretsKey: string;
  readonly visitorKey: string;
  readonly rpcToken: string;
  /** Absolute. */
  readonly dataDir: string;
  readonly logLevel: string;
}

/** The environment of a process, without the addresses of other services. */
export function baseEnvironment(env: Environment, values: StartValues, user: DatabaseUser): Environment {
  return {
    COLLECTOR_LOG_DIR: join(values.dataDir, 'collector-log'),
    ...env,
    ...values.urls.environmentOf(user),
    BOOTSTRAP_TOKEN: values.bootstrapToken,
    HMAC_KEYS: values.hmacKeys,
    SECRETS_KEY: values.secretsKey,
    VISITOR_KEY: values.visitorKey,
    RPC_TOKEN: values.rpcToken,
    LOG_LEVEL: values.logLevel,
  };
}

/** The address of each started service, on loopback with its actual port, by variable. */
export function addresses(services: Readonly<Record<string, Module>>): Environment {
  const addresses: Record<string, string> = {};
  for (const [variable, module] of Object.entries(services)) {
    const port = module.ports?.()['grpc'];
    if (port !== undefined) addresses[variable] = `127.0.0.1:${port}`;
  }
  return addresses;
}

/** Checks an environment against all tables. @throws ConfigError with one problem per wrong variable. */
export function verifyAll(tables: readonly Settings[], env: Environment): void {
  // By variable, because several tables may contain the same one with different texts.
  const problems = new Map<string, string>();
  for (const table of tables) {
    try {
      loadConfig(table, env);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      for (const problem of error.problems) problems.set(problem.slice(0, problem.indexOf(':')), problem);
    }
  }
  if (problems.size > 0) throw new ConfigError([...problems.values()]);
}

/** Lists every variable of the tables once, with its value. Masks secrets. */
export function printSettings(tables: readonly Settings[], env: Environment): string {
  const lines = new Map<string, string>();
  for (const table of tables) {
    for (const line of describeConfig(table, loadConfig(table, env)).split('\n')) {
      const name = line.slice(0, line.indexOf('='));
      if (!lines.has(name)) lines.set(name, line);
    }
  }
  return [...lines.values()].join('\n');
}
