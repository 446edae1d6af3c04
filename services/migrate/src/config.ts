import { CLUSTER_SETTINGS } from '@headwater/eventstore/topology';
import {
  COMMON_SETTINGS,
  defineSettings,
  text,
  url,
  wholeNumber,
  type ConfigOf,
} from '@headwater/kit/config';
import { parseRolePasswords } from './provision-roles';

export const migrateSettings = defineSettings({
  ...COMMON_SETTINGS,
  databaseUrl: {
    env: 'DATABASE_URL',
    doc: 'Postgres, with a role that can create schemas: postgres://role:password@host:port/database',
    schema: url(['postgres:', 'postgresql:']),
    secret: true,
  },
  adminUrl: {
    env: 'DATABASE_ADMIN_URL',
    doc: 'Postgres with a superuser, to create the role of DATABASE_URL and the roles of the services; default: create them yourself',
    schema: url(['postgres:', 'postgresql:']).optional(),
    secret: true,
  },
  rolePasswords: {
    env: 'DATABASE_ROLE_PASSWORDS',
    doc: 'passwords of the roles that DATABASE_ADMIN_URL creates: gateway:…,sites:…,identity:…,purge:…',
    schema: text('').transform((value, context) => {
      const passwords = value === '' ? undefined : parseRolePasswords(value);
      if (value !== '' && !passwords)
        context.addIssue('must contain one password for each of gateway, sites, identity and purge');
      return passwords;
    }),
    secret: true,
  },
  clickhouseUrl: {
    env: 'CLICKHOUSE_URL',
    doc: 'ClickHouse over HTTP; a missing database is created: http://user:password@host:port/database',
    schema: url(['http:', 'https:']),
    secret: true,
  },
  ...CLUSTER_SETTINGS,
});

export type MigrateConfig = ConfigOf<typeof migrateSettings>;

/** Settings of `wait-for-schema`. It needs only the databases of the given schemas. */
export const waitSettings = defineSettings({
  ...COMMON_SETTINGS,
  databaseUrl: { ...migrateSettings.databaseUrl, schema: migrateSettings.databaseUrl.schema.optional() },
  clickhouseUrl: {
    ...migrateSettings.clickhouseUrl,
    schema: migrateSettings.clickhouseUrl.schema.optional(),
  },
  waitSeconds: {
    env: 'SCHEMA_WAIT_SECONDS',
    doc: 'max time to wait for the migrations, in seconds',
    schema: wholeNumber(600, { min: 0, max: 86_400 }),
  },
});

export type WaitConfig = ConfigOf<typeof waitSettings>;
