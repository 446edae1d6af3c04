import { join } from 'node:path';
import { ConfigError, loadConfig, type Environment, type Settings } from '@headwater/kit/config';
import type { Module } from '@headwater/kit/module';
import type { EngineUrls } from './engines-module';

/** What is known only once earlier modules run, or was read from the data directory. */
export interface Known {
  readonly urls: EngineUrls;
  readonly bootstrapToken: string;
  readonly hmacKeys: string;
  readonly secretsKey: string;
  /** Absolute. */
  readonly dataDir: string;
  readonly logLevel: string;
}

/** The variables that tie the services together, for values that are known before anything runs. */
export function baseEnvironment(env: Environment, known: Known): Environment {
  return {
    COLLECTOR_LOG_DIR: join(known.dataDir, 'collector-log'),
    ...env,
    DATABASE_URL: known.urls.databaseUrl,
    CLICKHOUSE_URL: known.urls.clickhouseUrl,
    BOOTSTRAP_TOKEN: known.bootstrapToken,
    HMAC_KEYS: known.hmacKeys,
    SECRETS_KEY: known.secretsKey,
    LOG_LEVEL: known.logLevel,
  };
}

/** `NAME_ADDRESS` of each started service, on loopback, with the port that it really has. */
export function addresses(services: Readonly<Record<string, Module>>): Environment {
  const found: Record<string, string> = {};
  for (const [variable, module] of Object.entries(services)) {
    const port = module.ports?.()['grpc'];
    if (port !== undefined) found[variable] = `127.0.0.1:${port}`;
  }
  return found;
}

/** Checks all settings tables against one environment. @throws ConfigError with the problem of each wrong variable. */
export function verifyAll(tables: readonly Settings[], env: Environment): void {
  // By variable: several tables may hold the same one, each with words of its own.
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
