import { resolve } from 'node:path';
import { startClickhouse } from '@headwater/engines/clickhouse';
import type { Engine } from '@headwater/engines/engine';
import { startPostgres } from '@headwater/engines/postgres';
import type { Module } from '@headwater/kit/module';
import type { AllInOneConfig } from './config';

export interface EngineUrls {
  readonly databaseUrl: string;
  readonly clickhouseUrl: string;
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
      if (databaseUrl && clickhouseUrl) urls = { databaseUrl, clickhouseUrl };
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

function external(url: string | undefined): Promise<string> | undefined {
  return url === undefined ? undefined : Promise.resolve(url);
}

function valueOf(outcome: PromiseSettledResult<string>): string {
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
