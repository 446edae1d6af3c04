import { analyticsSettings } from '@headwater/analytics/config';
import { analyticsModule } from '@headwater/analytics/module';
import { collectorSettings } from '@headwater/collector/config';
import { collectorModule } from '@headwater/collector/module';
import { gatewaySettings } from '@headwater/gateway/config';
import { gatewayModule } from '@headwater/gateway/module';
import { identitySettings } from '@headwater/identity/config';
import { identityModule } from '@headwater/identity/module';
import { systemClock } from '@headwater/kit/clock';
import { loadConfig, type Environment, type Settings } from '@headwater/kit/config';
import { createLog } from '@headwater/kit/log';
import type { Module } from '@headwater/kit/module';
import { migrateSettings } from '@headwater/migrate/config';
import { migrateModule } from '@headwater/migrate/module';
import { purgeSettings } from '@headwater/purge/config';
import { purgeScheduleModule } from '@headwater/purge/module';
import { selfauditSettings } from '@headwater/selfaudit/config';
import { selfauditScheduleModule } from '@headwater/selfaudit/module';
import { sitesSettings } from '@headwater/sites/config';
import { sitesModule } from '@headwater/sites/module';
import type { DatabaseUser } from './engines-module';
import { addresses, baseEnvironment, type StartValues } from './environment';

/** The settings of every service in this process. */
export const SERVICE_SETTINGS: readonly Settings[] = [
  migrateSettings,
  sitesSettings,
  identitySettings,
  analyticsSettings,
  collectorSettings,
  gatewaySettings,
  purgeSettings,
  selfauditSettings,
];

export interface Composition {
  readonly modules: readonly Module[];
  readonly gateway: Module;
  readonly collector: Module;
  /** `host:port` of services for programs beside this one. Available after their start. */
  addresses(): { readonly sitesAddress: string | undefined; readonly identityAddress: string | undefined };
}

/**
 * The services, connected over loopback gRPC as on a cluster. Each service reads its settings from an environment that contains the
 * actual addresses of the services that it calls.
 */
export function composeServices(
  env: Environment,
  values: () => Omit<StartValues, 'logLevel'>,
  logLevel: string,
): Composition {
  const dependencies = (name: string) => ({ log: createLog(name, logLevel), clock: systemClock });
  const base = (user: DatabaseUser): Environment => baseEnvironment(env, { ...values(), logLevel }, user);

  const migrate = lateModule('migrate', ['engines'], () =>
    migrateModule(loadConfig(migrateSettings, base('migrate')), dependencies('migrate')),
  );
  const analytics = lateModule('analytics', ['migrate'], () =>
    analyticsModule(loadConfig(analyticsSettings, base('analytics')), dependencies('analytics')),
  );
  const sites = lateModule('sites', ['migrate', 'analytics'], () =>
    sitesModule(
      loadConfig(sitesSettings, { ...base('sites'), ...addresses({ ANALYTICS_ADDRESS: analytics }) }),
      dependencies('sites'),
    ),
  );
  const identity = lateModule('identity', ['analytics', 'sites'], () =>
    identityModule(
      loadConfig(identitySettings, {
        ...base('identity'),
        ...addresses({ ANALYTICS_ADDRESS: analytics, SITES_ADDRESS: sites }),
      }),
      dependencies('identity'),
    ),
  );
  const collector = lateModule('collector', ['sites'], () =>
    collectorModule(
      loadConfig(collectorSettings, { ...base('collector'), ...addresses({ SITES_ADDRESS: sites }) }),
      dependencies('collector'),
    ),
  );
  const gateway = lateModule('gateway', ['sites', 'identity', 'analytics', 'collector'], () =>
    gatewayModule(
      loadConfig(gatewaySettings, {
        // With port 0 the collector's URL is available only now.
        COLLECT_URL: `http://localhost:${collector.ports?.()['http'] ?? ''}`,
        ...base('gateway'),
        ...addresses({
          SITES_ADDRESS: sites,
          IDENTITY_ADDRESS: identity,
          ANALYTICS_ADDRESS: analytics,
          COLLECTOR_ADDRESS: collector,
        }),
      }),
      dependencies('gateway'),
    ),
  );
  const purge = lateModule('purge', ['sites', 'analytics'], () =>
    purgeScheduleModule(
      loadConfig(purgeSettings, {
        ...base('purge'),
        ...addresses({ SITES_ADDRESS: sites, ANALYTICS_ADDRESS: analytics }),
      }),
      dependencies('purge'),
    ),
  );
  const selfaudit = lateModule('selfaudit', ['sites', 'analytics'], () =>
    selfauditScheduleModule(
      loadConfig(selfauditSettings, {
        // It uses no database: the role of the purge has no tables.
        ...base('purge'),
        ...addresses({ SITES_ADDRESS: sites, ANALYTICS_ADDRESS: analytics }),
      }),
      dependencies('selfaudit'),
    ),
  );
  return {
    modules: [migrate, analytics, sites, identity, collector, gateway, purge, selfaudit],
    gateway,
    collector,
    addresses: () => {
      const { sites: sitesAddress, identity: identityAddress } = addresses({ sites, identity });
      return { sitesAddress, identityAddress };
    },
  };
}

/** A module that is created at its start, because its settings contain ports and URLs of modules started before. */
function lateModule(name: string, needs: readonly string[], compose: () => Module): Module {
  let inner: Module | undefined;
  return {
    name,
    needs,
    start: () => {
      inner = compose();
      return inner.start();
    },
    stop: async () => inner?.stop(),
    ready: async () => (inner?.ready ? inner.ready() : inner !== undefined),
    ports: () => inner?.ports?.() ?? {},
  };
}
