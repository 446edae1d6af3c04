import { COMMON_SETTINGS, defineSettings, oneOf, text, url, type ConfigOf } from '@headwater/kit/config';
import { RPC_SETTINGS } from '@headwater/kit/rpc/trust';

/** Settings of the all-in-one process. Each service also reads its own settings, under the same names. */
export const allInOneSettings = defineSettings({
  dataDir: {
    env: 'DATA_DIR',
    doc: 'folder of the embedded databases, the first token and the generated keys',
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
    doc: 'first API token; default: generated and stored in DATA_DIR/token',
    schema: text().optional(),
    secret: true,
  },
  hmacKeys: {
    env: 'HMAC_KEYS',
    doc: 'id:base64,…, the first one is current; default: generated and stored in DATA_DIR/hmac-keys',
    schema: text().optional(),
    secret: true,
  },
  secretsKey: {
    env: 'SECRETS_KEY',
    doc: 'seals secrets of workspaces; default: generated and stored in DATA_DIR/secrets-key',
    schema: text().optional(),
    secret: true,
  },
  visitorKey: {
    env: 'VISITOR_KEY',
    doc: 'hashes ids of visitors; default: generated in a new data directory and stored in DATA_DIR/visitor-key',
    schema: text().optional(),
    secret: true,
  },
  rpcToken: {
    ...RPC_SETTINGS.rpcToken,
    doc: 'shared secret for service-to-service calls (16+ characters); default: generated and stored in DATA_DIR/rpc-token',
  },
  publicUrl: {
    env: 'PUBLIC_URL',
    doc: 'public URL of the API; default: this machine and the gateway port',
    schema: url(['http:', 'https:']).optional(),
  },
  collectUrl: {
    env: 'COLLECT_URL',
    doc: 'public URL of the collector; default: this machine and the collector port',
    schema: url(['http:', 'https:']).optional(),
  },
  ...COMMON_SETTINGS,
  logLevel: {
    ...COMMON_SETTINGS.logLevel,
    // A person reads this console: services log only problems.
    schema: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'warn'),
  },
});

export type AllInOneConfig = ConfigOf<typeof allInOneSettings>;
