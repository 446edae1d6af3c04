import { CLUSTER_SETTINGS } from '@headwater/eventstore/cluster-settings';
import { COMMON_SETTINGS, defineSettings, url, wholeNumber, type ConfigOf } from '@headwater/kit/config';

export const migrateSettings = defineSettings({
  ...COMMON_SETTINGS,
  databaseUrl: {
    env: 'DATABASE_URL',
    doc: 'Postgres, as a role that may create schemas: postgres://role:password@host:port/database',
    schema: url(['postgres:', 'postgresql:']),
    secret: true,
  },
  clickhouseUrl: {
    env: 'CLICKHOUSE_URL',
    doc: 'ClickHouse over HTTP, the database is made when missing: http://name:password@host:port/database',
    schema: url(['http:', 'https:']),
    secret: true,
  },
  ...CLUSTER_SETTINGS,
});

export type MigrateConfig = ConfigOf<typeof migrateSettings>;

/** Settings of the wait for the migrations: each database is needed only where one of its schemas is waited for. */
export const waitSettings = defineSettings({
  ...COMMON_SETTINGS,
  databaseUrl: { ...migrateSettings.databaseUrl, schema: migrateSettings.databaseUrl.schema.optional() },
  clickhouseUrl: {
    ...migrateSettings.clickhouseUrl,
    schema: migrateSettings.clickhouseUrl.schema.optional(),
  },
  waitSeconds: {
    env: 'SCHEMA_WAIT_SECONDS',
    doc: 'how long to wait for the migrations, in seconds',
    schema: wholeNumber(600, { min: 0, max: 86_400 }),
  },
});

export type WaitConfig = ConfigOf<typeof waitSettings>;
