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
import { SECRETS_KEY_SETTINGS } from '@headwater/kit/secrets-key';

/** Settings of the sites service. */
export const sitesSettings = defineSettings({
  ...COMMON_SETTINGS,
  ...RPC_SETTINGS,
  host: { env: 'SITES_HOST', doc: 'address that the sites service listens on', schema: text('127.0.0.1') },
  port: {
    env: 'SITES_PORT',
    doc: 'gRPC port of the sites service; 0 picks a free one',
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
    doc: 'on, or off: no home page is ever asked for, and every detection ends as failed',
    schema: oneOf(['on', 'off'], 'on'),
  },
  analyticsAddress: {
    env: 'ANALYTICS_ADDRESS',
    doc: 'the analytics service, for the goals that webhooks ask for',
    schema: address('127.0.0.1:50053'),
  },
  webhookTargets: {
    env: 'WEBHOOK_TARGETS',
    doc: 'public, or any: webhooks may then be plain http, on any port, and within your own network',
    schema: oneOf(['public', 'any'], 'public'),
  },
});

export type SitesConfig = ConfigOf<typeof sitesSettings>;
