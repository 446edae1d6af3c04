import type { Schemas } from '@headwater/client/client';
import { useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';

/** The facts that check the steps of the setup. */
export interface Setup {
  readonly isLoaded: boolean;
  readonly error: Error | undefined;
  readonly reload: () => void;
  readonly stop: () => void;
  /** The first site that is not installed, otherwise the first one. */
  readonly site: Schemas['Site'] | undefined;
  readonly hasCustomers: boolean;
  readonly hasPayments: boolean;
  readonly hasGoal: boolean;
  readonly hasAttributedPayment: boolean;
}

const EVERY_MS = 30_000;

/** Customers and payments of the last year. */
export const YEAR = { range: '365d', series: 'none' } as const;

type Revenue = Schemas['Revenue'];

const isInstalled = ({ sites }: { readonly sites: readonly { readonly installed: boolean }[] }): boolean =>
  sites.length > 0 && sites.every(({ installed }) => installed);
const hasGoals = ({ goals }: { readonly goals: readonly unknown[] }): boolean => goals.length > 0;
/** Whether the workspace has customers. */
export const hasAccounts = ({ data }: Schemas['Customers']): boolean => data.customers > 0;
/** Whether the workspace has payments. */
export const hasPayments = ({ data }: Revenue): boolean =>
  data.currencies.some(({ payments }) => payments > 0);
const hasChannels = ({ data }: Revenue): boolean =>
  data.currencies.some(({ breakdown }) =>
    breakdown.some(({ key, payments }) => key !== '(none)' && payments > 0),
  );

/** Reads the facts. Reads those of open steps again every 30 seconds. */
export function useSetup(): Setup {
  const sites = useQuery(apiRequest('/api/v1/sites', {}), { everyMs: EVERY_MS, until: isInstalled });
  const active = (sites.data?.sites ?? []) as readonly Schemas['Site'][];
  const site = active.find(({ installed }) => !installed) ?? active[0];
  const goals = useQuery(site && apiRequest('/api/v1/sites/{id}/goals', { id: site.id }), {
    everyMs: EVERY_MS,
    until: hasGoals,
  });
  const customers = useQuery(apiRequest('/api/v1/customers', {}, YEAR), {
    everyMs: EVERY_MS,
    until: hasAccounts,
  });
  const revenue = useQuery(apiRequest('/api/v1/revenue', {}, { ...YEAR, dimension: 'channel' }), {
    everyMs: EVERY_MS,
    until: hasChannels,
  });
  const queries = [sites, customers, revenue, ...(site ? [goals] : [])];
  return {
    isLoaded: queries.every(({ data }) => data !== undefined),
    error: queries.find(({ error }) => error)?.error,
    reload: () => queries.forEach(({ reload }) => reload()),
    stop: () => queries.forEach(({ stop }) => stop()),
    site,
    hasCustomers: customers.data !== undefined && hasAccounts(customers.data),
    hasPayments: revenue.data !== undefined && hasPayments(revenue.data),
    hasGoal: goals.data !== undefined && hasGoals(goals.data),
    hasAttributedPayment: revenue.data !== undefined && hasChannels(revenue.data),
  };
}
