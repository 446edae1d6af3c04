import { join } from 'node:path';
import { startClickhouse, type ClickhouseOptions } from './clickhouse';
import type { Engine } from './engine';
import { startPostgres, type PostgresOptions } from './postgres';

/** Both running engines. */
export interface Engines {
  /** Postgres, `postgres://postgres:<password>@127.0.0.1:<port>/headwater`. */
  readonly databaseUrl: string;
  /** ClickHouse over HTTP, `http://headwater:<password>@127.0.0.1:<port>/default`. */
  readonly clickhouseUrl: string;
  /** Stops both cleanly and waits for their processes to exit. May be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts Postgres in `<directory>/postgres` and ClickHouse in `<directory>/clickhouse` concurrently. If one fails, stops the other
 * and throws the first error.
 */
export async function startEngines(
  options: PostgresOptions & Pick<ClickhouseOptions, 'isAdmin'>,
): Promise<Engines> {
  const starts: Promise<Engine>[] = [
    startPostgres({ ...options, directory: join(options.directory, 'postgres') }),
    startClickhouse({ ...options, directory: join(options.directory, 'clickhouse') }),
  ];
  const results = await Promise.allSettled(starts);
  const engines = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const stop = async (): Promise<void> => {
    await Promise.all(engines.map((engine) => engine.stop()));
  };
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) {
    await stop();
    throw failure.reason;
  }
  const [postgres, clickhouse] = engines as [Engine, Engine];
  return { databaseUrl: postgres.url, clickhouseUrl: clickhouse.url, stop };
}
