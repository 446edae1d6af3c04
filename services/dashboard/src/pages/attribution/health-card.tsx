import type { Schemas } from '@headwater/client/client';
import { useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { may, useSession } from '../../api/session';
import { Card } from '../../components/card';
import { ErrorState, LoadingState } from '../../components/states';
import { t } from '../../strings/text';
import { hasAccounts, hasPayments, YEAR } from '../setup/use-setup';
import { tasksOf } from './health';

const PROVIDERS = [
  ['stripe', 'Stripe'],
  ['paddle', 'Paddle'],
  ['lemon-squeezy', 'Lemon Squeezy'],
  ['polar', 'Polar'],
] as const;

/** The other tasks are on the pages of sites and integrations. */
const MAX_TASKS = 10;

/** Whether the installation is healthy, and what to do next. */
export function HealthCard() {
  const session = useSession();
  const readsSites = may(session, 'sites:read');
  const isAdmin = may(session, 'tokens:admin');
  const sites = useQuery(readsSites ? apiRequest('/api/v1/sites', {}, { include: 'activity' }) : undefined);
  const ofYear = useQuery(apiRequest('/api/v1/customers', {}, YEAR));
  const revenue = useQuery(apiRequest('/api/v1/revenue', {}, { ...YEAR, dimension: 'channel' }));
  const recent = useQuery(apiRequest('/api/v1/customers', {}, { range: '30d', series: 'none', limit: 1 }));
  const webhooks = useQuery(isAdmin ? apiRequest('/api/v1/webhooks', {}) : undefined);
  const providers = PROVIDERS.map(([provider, label]) => ({
    label,
    query: useQuery(isAdmin ? apiRequest('/api/v1/integrations/{provider}', { provider }) : undefined),
  }));
  const needed = [
    ...(readsSites ? [sites] : []),
    ...[ofYear, revenue, recent],
    ...(isAdmin ? [webhooks, ...providers.map(({ query }) => query)] : []),
  ];
  const error = needed.find((query) => query.error)?.error;
  const isLoaded = needed.every(({ data }) => data !== undefined);
  return (
    <Card title={t('Next steps')} wide isLoading={!isLoaded && !error}>
      {error && <ErrorState error={error} onRetry={() => needed.forEach(({ reload }) => reload())} />}
      {!isLoaded && !error && (
        <LoadingState label={t('Checking')} onStop={() => needed.forEach(({ stop }) => stop())} />
      )}
      {ofYear.data && revenue.data && recent.data && isLoaded && !error && (
        <Verdict
          tasks={tasksOf({
            // The schema also allows deleted sites here, which only the trash requests.
            sites: (sites.data?.sites ?? []) as readonly Schemas['SiteWithActivity'][],
            hasCustomers: hasAccounts(ofYear.data),
            hasPayments: hasPayments(revenue.data),
            ...{ customers: recent.data.data.customers, unattributed: recent.data.data.unattributed },
            providers: providers.flatMap(({ label, query: { data: state } }) =>
              state ? [{ label, state }] : [],
            ),
            webhooks: webhooks.data?.webhooks ?? [],
          })}
        />
      )}
    </Card>
  );
}

function Verdict({ tasks }: { readonly tasks: ReturnType<typeof tasksOf> }) {
  if (tasks.length === 0)
    return (
      <p class="notice notice-good" role="status">
        {t('Healthy. Nothing to do.')}
      </p>
    );
  return (
    <div class="fixes" role="status">
      <p class="headline">{t('{count} things to do:', { count: tasks.length })}</p>
      <ul class="reasons">
        {tasks.slice(0, MAX_TASKS).map(({ text, href }) => (
          <li key={`${href} ${text}`}>
            <a href={href}>{text}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
