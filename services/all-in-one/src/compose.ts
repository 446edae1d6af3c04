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
import { sitesSettings } from '@headwater/sites/config';
import { sitesModule } from '@headwater/sites/module';
import { addresses, baseEnvironment, type Known } from './environment';
import { lateModule } from './late-module';

/** The settings of every service that runs here. */
export const SERVICE_SETTINGS: readonly Settings[] = [
  migrateSettings,
  sitesSettings,
  identitySettings,
  analyticsSettings,
  collectorSettings,
  gatewaySettings,
  purgeSettings,
];

export interface Composition {
  readonly modules: readonly Module[];
  readonly gateway: Module;
  readonly collector: Module;
  /** `host:port` of the sites service, once started. */
  sitesAddress(): string | undefined;
}

/**
 * The services, wired over loopback gRPC exactly as on a cluster: each reads its own settings from an environment in
 * which the addresses of those that it calls stand, with the ports that they really have.
 */
export function composeServices(
  env: Environment,
  known: () => Omit<Known, 'logLevel'>,
  logLevel: string,
): Composition {
  const deps = (name: string) => ({ log: createLog(name, logLevel), clock: systemClock });
  const base = (): Environment => baseEnvironment(env, { ...known(), logLevel });

  const migrate = lateModule('migrate', ['engines'], () =>
    migrateModule(loadConfig(migrateSettings, base()), deps('migrate')),
  );
  const analytics = lateModule('analytics', ['migrate'], () =>
    analyticsModule(loadConfig(analyticsSettings, base()), deps('analytics')),
  );
  const sites = lateModule('sites', ['migrate', 'analytics'], () =>
    sitesModule(
      loadConfig(sitesSettings, { ...base(), ...addresses({ ANALYTICS_ADDRESS: analytics }) }),
      deps('sites'),
    ),
  );
  const identity = lateModule('identity', ['analytics', 'sites'], () =>
    identityModule(
      loadConfig(identitySettings, {
        ...base(),
        ...addresses({ ANALYTICS_ADDRESS: analytics, SITES_ADDRESS: sites }),
      }),
      deps('identity'),
    ),
  );
  const collector = lateModule('collector', ['sites'], () =>
    collectorModule(
      loadConfig(collectorSettings, { ...base(), ...addresses({ SITES_ADDRESS: sites }) }),
      deps('collector'),
    ),
  );
  const gateway = lateModule('gateway', ['sites', 'identity', 'analytics', 'collector'], () =>
    gatewayModule(
      loadConfig(gatewaySettings, {
        // With port 0 the collector's URL is known only now.
        COLLECT_URL: `http://localhost:${collector.ports?.()['http'] ?? ''}`,
        ...base(),
        ...addresses({
          SITES_ADDRESS: sites,
          IDENTITY_ADDRESS: identity,
          ANALYTICS_ADDRESS: analytics,
          COLLECTOR_ADDRESS: collector,
        }),
      }),
      deps('gateway'),
    ),
  );
  const purge = lateModule('purge', ['sites', 'analytics'], () =>
    purgeScheduleModule(
      loadConfig(purgeSettings, {
        ...base(),
        ...addresses({ SITES_ADDRESS: sites, ANALYTICS_ADDRESS: analytics }),
      }),
      deps('purge'),
    ),
  );
  return {
    modules: [migrate, analytics, sites, identity, collector, gateway, purge],
    gateway,
    collector,
    sitesAddress: () => addresses({ sites })['sites'],
  };
}
