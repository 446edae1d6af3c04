import { createRpcClient } from '@headwater/kit/rpc/client';
import { createServingProbe } from '@headwater/kit/rpc/serving-probe';
import { rpcTrust } from '@headwater/kit/rpc/trust';
import { loadAnalytics, loadCollector, loadIdentity, loadSites } from '@headwater/protos/services';
import type { GatewayConfig } from './config';

/** Creates gRPC clients of the services behind the gateway, and probes of their health. Connects on the first call. */
export function connectServices(config: GatewayConfig) {
  const addresses = {
    sites: config.sitesAddress,
    identity: config.identityAddress,
    analytics: config.analyticsAddress,
    collector: config.collectorAddress,
  };
  const trust = rpcTrust(config);
  const clients = {
    sites: createRpcClient({
      service: loadSites(),
      address: addresses.sites,
      trust,
    }),
    identity: createRpcClient({
      service: loadIdentity(),
      address: addresses.identity,
      trust,
    }),
    analytics: createRpcClient({
      service: loadAnalytics(),
      address: addresses.analytics,
      minDeadlineMs: config.queryDeadlineMs,
      trust,
    }),
    collector: createRpcClient({
      service: loadCollector(),
      address: addresses.collector,
      trust,
    }),
  };
  const probes = Object.entries(addresses).map(([name, address]) => ({
    name,
    probe: createServingProbe(address, trust),
  }));
  return {
    calls: {
      sites: clients.sites.calls,
      identity: clients.identity.calls,
      analytics: clients.analytics.calls,
      collector: clients.collector.calls,
    },
    notServing: async (): Promise<string[]> => {
      const answers = await Promise.all(
        probes.map(async ({ name, probe }) => ({ name, up: await probe.isServing() })),
      );
      return answers.filter(({ up }) => !up).map(({ name }) => name);
    },
    close: () => {
      for (const client of Object.values(clients)) client.close();
      for (const { probe } of probes) probe.close();
    },
  };
}
