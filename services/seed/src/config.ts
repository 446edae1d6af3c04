import {
  address,
  defineSettings,
  loadConfig,
  text,
  url,
  wholeNumber,
  type ConfigOf,
} from '@headwater/kit/config';
import { RPC_SETTINGS } from '@headwater/kit/rpc/trust';
import { z } from 'zod';

/** Every setting of the seed. The four addresses are taken from DATA_DIR where `npm start` wrote them. */
export const seedSettings = defineSettings({
  ...RPC_SETTINGS,
  dataDir: {
    env: 'DATA_DIR',
    doc: 'data directory of the running Headwater, which tells where it is',
    schema: text('.headwater'),
  },
  apiUrl: {
    env: 'API_URL',
    doc: 'the gateway, when not the one that DATA_DIR tells of',
    schema: url(['http:', 'https:']).optional(),
  },
  apiToken: {
    env: 'API_TOKEN',
    doc: 'API token; default: the one in DATA_DIR/token',
    schema: z.string().optional(),
    secret: true,
  },
  sitesAddress: {
    env: 'SITES_ADDRESS',
    doc: 'gRPC address of sites, when not the one that DATA_DIR tells of',
    schema: address(''),
  },
  clickhouseUrl: {
    env: 'CLICKHOUSE_URL',
    doc: 'ClickHouse over HTTP, when not the one that DATA_DIR tells of',
    schema: url(['http:', 'https:']).optional(),
    secret: true,
  },
  seed: {
    env: 'SEED',
    doc: 'the same number tells the same history',
    schema: wholeNumber(1, { min: 0, max: 4_294_967_295 }),
  },
  visitorsPerDay: {
    env: 'SEED_VISITORS_PER_DAY',
    doc: 'mean number of visitors a day',
    schema: wholeNumber(400, { min: 1, max: 100_000 }),
  },
});

export type SeedConfig = ConfigOf<typeof seedSettings>;

/** The settings from this process's environment. @throws ConfigError naming every bad variable. */
export function readSeedConfig(): SeedConfig {
  // eslint-disable-next-line no-restricted-syntax -- this is the configuration
  return loadConfig(seedSettings, process.env);
}
