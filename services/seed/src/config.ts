import { VISITOR_KEY_SETTINGS } from '@headwater/eventstore/stored-ids';
import {
  address,
  defineSettings,
  loadConfig,
  readSecretFiles,
  text,
  url,
  wholeNumber,
  type ConfigOf,
} from '@headwater/kit/config';
import { RPC_SETTINGS } from '@headwater/kit/rpc/trust';
import { z } from 'zod';

/** All settings of the seed. The defaults of the addresses and the token are in DATA_DIR, where `npm start` writes them. */
export const seedSettings = defineSettings({
  ...RPC_SETTINGS,
  dataDir: {
    env: 'DATA_DIR',
    doc: 'data directory of the running Headwater, with its addresses and token',
    schema: text('.headwater'),
  },
  apiUrl: {
    env: 'API_URL',
    doc: 'URL of the gateway; default: from DATA_DIR',
    schema: url(['http:', 'https:']).optional(),
  },
  apiToken: {
    env: 'API_TOKEN',
    doc: 'API token; default: from DATA_DIR/token',
    schema: z.string().optional(),
    secret: true,
  },
  sitesAddress: {
    env: 'SITES_ADDRESS',
    doc: 'gRPC address of sites; default: from DATA_DIR',
    schema: address(''),
  },
  clickhouseUrl: {
    env: 'CLICKHOUSE_URL',
    doc: 'HTTP URL of ClickHouse; default: from DATA_DIR',
    schema: url(['http:', 'https:']).optional(),
    secret: true,
  },
  visitorKey: {
    ...VISITOR_KEY_SETTINGS.visitorKey,
    doc: 'VISITOR_KEY of collector and analytics; default: from DATA_DIR/visitor-key',
  },
  seed: {
    env: 'SEED',
    doc: 'number that determines the generated history',
    schema: wholeNumber(1, { min: 0, max: 4_294_967_295 }),
  },
  days: {
    env: 'SEED_DAYS',
    doc: 'days of history before the creation of the demo site',
    schema: wholeNumber(90, { min: 1, max: 730 }),
  },
  visitorsPerDay: {
    env: 'SEED_VISITORS_PER_DAY',
    doc: 'mean number of visitors per day',
    schema: wholeNumber(400, { min: 1, max: 100_000 }),
  },
});

export type SeedConfig = ConfigOf<typeof seedSettings>;

/** Reads the settings from the environment. @throws ConfigError with all invalid variables */
export function readSeedConfig(): SeedConfig {
  // eslint-disable-next-line no-restricted-syntax -- this is the configuration
  return loadConfig(seedSettings, readSecretFiles([seedSettings], process.env));
}
