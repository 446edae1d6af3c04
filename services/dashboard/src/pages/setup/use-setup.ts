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

const EVERY = { everyMs: 5_000 };

/** Customers and payments of the last year. */
const YEAR = { range: '365d' };

/** Reads the facts, and again every five seconds. */
export function useSetup(): Setup {
  const sites = useQuery(apiRequest('/api/v1/sites', {}), EVERY);
  const active = (sites.data?.sites ?? []) as readonly Schemas['Site'][];
  const site = active.find(({ installed }) => !installed) ?? active[0];
  const goals = useQuery(site && apiRequest('/api/v1/sites/{id}/goals', { id: site.id }), EVERY);
  const customers = useQuery(apiRequest('/api/v1/customers', {}, YEAR), EVERY);
  const revenue = useQuery(apiRequest('/api/v1/revenue', {}, { ...YEAR, dimension: 'channel' }), EVERY);
  const queries = [sites, customers, revenue, ...(site ? [goals] : [])];
  const currencies = revenue.data?.data.currencies ?? [];
  return {
    isLoaded: queries.every(({ data }) => data !== undefined),
    error: queries.find(({ error }) => error)?.error,
    reload: () => queries.forEach(({ reload }) => reload()),
    stop: () => queries.forEach(({ stop }) => stop()),
    site,
    hasCustomers: (customers.data?.data.customers ?? 0) > 0,
    hasPayments: currencies.some(({ payments }) => payments > 0),
    hasGoal: (goals.data?.goals.length ?? 0) > 0,
    hasAttributedPayment: currencies.some(({ breakdown }) =>
      breakdown.some(({ key, payments }) => key !== '(none)' && payments > 0),
    ),
  };
}
