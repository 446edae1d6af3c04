import {
  address,
  COMMON_SETTINGS,
  defineSettings,
  oneOf,
  port,
  text,
  url,
  type ConfigOf,
} from '@headwater/kit/config';
import { POOL_SETTINGS } from '@headwater/kit/pg/pool-settings';
import { RPC_SETTINGS } from '@headwater/kit/rpc/trust';
import { SECRETS_KEY_SETTINGS } from '@headwater/kit/seal';

/** Settings of the sites service. */
export const sitesSettings = defineSettings({
  ...COMMON_SETTINGS,
  ...RPC_SETTINGS,
  host: { env: 'SITES_HOST', doc: 'address that the sites service listens on', schema: text('127.0.0.1') },
  port: {
    env: 'SITES_PORT',
    doc: 'gRPC port of the sites service; 0 picks a free port',
    schema: port(50_051),
  },
  databaseUrl: {
    env: 'DATABASE_URL',
    doc: 'Postgres, as postgres://user:password@host:port/database',
    schema: url(['postgres:', 'postgresql:']),
    secret: true,
  },
  ...POOL_SETTINGS,
  ...SECRETS_KEY_SETTINGS,
  detection: {
    env: 'DETECTION',
    doc: 'on, or off: no home page is fetched, and every detection fails',
    schema: oneOf(['on', 'off'], 'on'),
  },
  analyticsAddress: {
    env: 'ANALYTICS_ADDRESS',
    doc: 'gRPC address of analytics, to count goals for webhooks',
    schema: address('127.0.0.1:50053'),
  },
  webhookTargets: {
    env: 'WEBHOOK_TARGETS',
    doc: 'public, or any: allows webhooks with plain http, on any port, and in private networks',
    schema: oneOf(['public', 'any'], 'public'),
  },
});

export type SitesConfig = ConfigOf<typeof sitesSettings>;
