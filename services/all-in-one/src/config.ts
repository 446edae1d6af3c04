import { COMMON_SETTINGS, defineSettings, oneOf, text, url, type ConfigOf } from '@headwater/kit/config';

/** Settings of the whole in one process; each service's own settings are read beside them, under the same names. */
export const allInOneSettings = defineSettings({
  dataDir: {
    env: 'DATA_DIR',
    doc: 'folder of the embedded databases, the first token and the HMAC keys',
    schema: text('.headwater'),
  },
  databaseUrl: {
    env: 'DATABASE_URL',
    doc: 'use this Postgres instead of the embedded one',
    schema: url(['postgres:', 'postgresql:']).optional(),
    secret: true,
  },
  clickhouseUrl: {
    env: 'CLICKHOUSE_URL',
    doc: 'use this ClickHouse instead of the embedded one',
    schema: url(['http:', 'https:']).optional(),
    secret: true,
  },
  bootstrapToken: {
    env: 'BOOTSTRAP_TOKEN',
    doc: 'first API token; else one is made and kept in DATA_DIR/token',
    schema: text().optional(),
    secret: true,
  },
  hmacKeys: {
    env: 'HMAC_KEYS',
    doc: 'id:base64,… first is current; else a key is made and kept in DATA_DIR/hmac-keys',
    schema: text().optional(),
    secret: true,
  },
  secretsKey: {
    env: 'SECRETS_KEY',
    doc: 'seals what workspaces entrust to us; else a key is made and kept in DATA_DIR/secrets-key',
    schema: text().optional(),
    secret: true,
  },
  publicUrl: {
    env: 'PUBLIC_URL',
    doc: 'where the API is reached from outside; default: this machine and the gateway port',
    schema: url(['http:', 'https:']).optional(),
  },
  collectUrl: {
    env: 'COLLECT_URL',
    doc: 'where browsers reach the collector; default: this machine and the collector port',
    schema: url(['http:', 'https:']).optional(),
  },
  ...COMMON_SETTINGS,
  logLevel: {
    ...COMMON_SETTINGS.logLevel,
    // A person reads this console: the services speak up only when something is wrong.
    schema: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'warn'),
  },
});

export type AllInOneConfig = ConfigOf<typeof allInOneSettings>;
