import { createHmac } from 'node:crypto';
import { resolve } from 'node:path';
import { startClickhouse } from '@headwater/engines/clickhouse';
import type { Engine } from '@headwater/engines/engine';
import { startPostgres } from '@headwater/engines/postgres';
import type { Environment } from '@headwater/kit/config';
import type { Module } from '@headwater/kit/module';
import type { AllInOneConfig } from './config';

/** A process with its own rights in the databases. */
export type DatabaseUser = 'migrate' | 'gateway' | 'sites' | 'identity' | 'purge' | 'analytics' | 'collector';

export interface EngineUrls {
  /** The superuser of the embedded database; external databases as the settings name them. */
  readonly databaseUrl: string;
  readonly clickhouseUrl: string;
  /** DATABASE_URL, CLICKHOUSE_URL and related variables of a process. */
  readonly environmentOf: (user: DatabaseUser) => Environment;
}

export interface EnginesModule extends Module {
  /** Available after the start. */
  urls(): EngineUrls;
}

interface Options {
  readonly print: (line: string) => void;
  /** Called if an embedded engine exits unexpectedly. */
  readonly onCrash: (error: Error) => void;
}

/** Both databases: embedded in the data directory, or external ones from the settings. */
export function enginesModule(config: AllInOneConfig, options: Options): EnginesModule {
  const engines: Engine[] = [];
  let urls: EngineUrls | undefined;
  const embedded = async (
    start: typeof startPostgres | typeof startClickhouse,
    name: string,
    title: string,
  ): Promise<string> => {
    const begin = performance.now();
    options.print(`starting ${title} …`);
    const engine = await start({ directory: resolve(config.dataDir, name), onCrash: options.onCrash });
    engines.push(engine);
    options.print(`${title} is up (${Math.round(performance.now() - begin)} ms)`);
    return engine.url;
  };
  return {
    name: 'engines',
    start: async () => {
      const starts = [
        external(config.databaseUrl) ?? embedded(startPostgres, 'postgres', 'Postgres'),
        external(config.clickhouseUrl) ?? embedded(startClickhouse, 'clickhouse', 'ClickHouse'),
      ];
      // Waits for both: after a failure of one, `stop` must also stop the other.
      const outcomes = await Promise.allSettled(starts);
      const [databaseUrl, clickhouseUrl] = outcomes.map(valueOf);
      if (databaseUrl && clickhouseUrl)
        urls = {
          databaseUrl,
          clickhouseUrl,
          environmentOf: (user) => ({
            ...(config.databaseUrl ? { DATABASE_URL: databaseUrl } : rolesOf(databaseUrl, user)),
            CLICKHOUSE_URL: clickhouseUrl,
          }),
        };
    },
    stop: async () => {
      await Promise.all(engines.map((engine) => engine.stop()));
    },
    urls: () => {
      if (!urls) throw new Error('The engines have not started.');
      return urls;
    },
  };
}

/** The variables of a process on the embedded Postgres: each has its own role, which `migrate` creates as the superuser. */
function rolesOf(adminUrl: string, user: DatabaseUser): Environment {
  const { password: secret } = new URL(adminUrl);
  // Derived, so that the data directory contains one password. Roles can't compute each other's.
  const passwordOf = (role: string): string => createHmac('sha256', secret).update(role).digest('hex');
  const url = new URL(adminUrl);
  url.username = user === 'migrate' ? 'headwater_owner' : `headwater_${user}`;
  url.password = passwordOf(user);
  if (user !== 'migrate') return { DATABASE_URL: url.href };
  return {
    DATABASE_URL: url.href,
    DATABASE_ADMIN_URL: adminUrl,
    DATABASE_ROLE_PASSWORDS: ['gateway', 'sites', 'identity', 'purge']
      .map((role) => `${role}:${passwordOf(role)}`)
      .join(','),
  };
}

function external(url: string | undefined): Promise<string> | undefined {
  return url === undefined ? undefined : Promise.resolve(url);
}

function valueOf(outcome: PromiseSettledResult<string>): string {
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
