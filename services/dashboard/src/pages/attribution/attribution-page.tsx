import type { Schemas } from '@headwater/client/client';
import { useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { Card, MetricTile, Tabs } from '../../components/card';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { ExportButtons } from '../../export/export-buttons';
import { formatWindow } from '../../format/dates';
import { formatCompact, formatMoney, formatPercent } from '../../format/numbers';
import { WorkspacePage } from '../../shell/page';
import { TimezonePicker, ViewControls } from '../../shell/view-controls';
import { t } from '../../strings/text';
import { useView } from '../../view/use-view';
import { windowQuery } from '../../view/view';
import { HealthCard } from './health-card';
import { PendingCard, UnattributedCard } from './reason-cards';

/** Until the customers are counted. */
const NO_REASONS = { noVisitorId: 0, noVisit: 0 };

/** Revenue and customers without a channel, the reasons, and the code that fixes them. */
export function AttributionPage() {
  const { view } = useView();
  // Both responses are shown without filters.
  const window = windowQuery({ ...view, filters: [] });
  const revenueRequest = apiRequest('/api/v1/revenue', {}, { ...window, series: 'none', limit: 1 });
  const customersRequest = apiRequest('/api/v1/customers', {}, { ...window, series: 'none', limit: 1 });
  const revenue = useQuery(revenueRequest);
  const customers = useQuery(customersRequest);
  const counts = customers.data?.data;
  const sums = revenue.data?.data;
  // Payments of this time range may belong to accounts of an earlier one.
  const hasUnattributed =
    (counts?.unattributed ?? 0) > 0 ||
    (sums?.currencies ?? []).some((each) => Number(each.unattributed) !== 0);
  const hasPending = (counts?.pending ?? 0) > 0 || (sums?.pending ?? []).length > 0;
  return (
    <WorkspacePage
      title={t('Attribution health')}
      lead={t('Whether the installation works, and which revenue and customers have no channel.')}
      actions={<TimezonePicker />}
    >
      <HealthCard />
      <ViewControls hasComparison={false} hasGrain={false} />
      <div class="grid">
        <Card
          title={t('Revenue')}
          wide
          isLoading={revenue.isLoading}
          actions={<ExportButtons title={t('Attributed revenue')} url={revenueRequest.url} />}
        >
          {revenue.error && <ErrorState error={revenue.error} onRetry={revenue.reload} />}
          {!revenue.data && !revenue.error && <LoadingState label={t('Adding up')} onStop={revenue.stop} />}
          {revenue.data && <RevenueShare revenue={revenue.data} />}
        </Card>
        <Card
          title={t('Customers')}
          wide
          isLoading={customers.isLoading}
          actions={<ExportButtons title={t('Attributed customers')} url={customersRequest.url} />}
        >
          {customers.error && <ErrorState error={customers.error} onRetry={customers.reload} />}
          {!customers.data && !customers.error && (
            <LoadingState label={t('Counting')} onStop={customers.stop} />
          )}
          {customers.data && <CustomerShare customers={customers.data} />}
        </Card>
        {hasUnattributed && <UnattributedCard reasons={counts?.unattributedReasons ?? NO_REASONS} />}
        {hasPending && <PendingCard />}
      </div>
    </WorkspacePage>
  );
}

const shareOf = (part: number, whole: number): number | null => (whole > 0 ? (part / whole) * 100 : null);

/** The share of the net revenue without a channel, in one currency. */
function RevenueShare({ revenue: { range, timezone, data } }: { readonly revenue: Schemas['Revenue'] }) {
  const { search, hrefWith } = useView();
  const { currencies } = data;
  const sums = currencies.find(({ currency }) => currency === search.get('currency')) ?? currencies[0];
  if (!sums) return <EmptyState title={t('No payments in this time range')} />;
  const { currency, net, unattributed } = sums;
  const pending = data.pending.find((each) => each.currency === currency);
  const money = (amount: string) => ({ value: Number(amount), format: () => formatMoney(amount, currency) });
  return (
    <>
      {currencies.length > 1 && (
        <Tabs
          label={t('Currency')}
          chosen={currency}
          tabs={currencies.map((each) => ({
            id: each.currency,
            label: each.currency,
            href: hrefWith('currency', each.currency),
          }))}
        />
      )}
      <div class="tiles tiles-four">
        <MetricTile
          label={t('Unattributed share')}
          value={shareOf(Number(unattributed), Number(net))}
          format={formatPercent}
        />
        <MetricTile label={t('Unattributed')} {...money(unattributed)} />
        <MetricTile label={t('Of these, pending')} {...money(pending?.net ?? '0')} />
        <MetricTile label={t('Net revenue')} {...money(net)} />
      </div>
      <p class="fine">{`${formatWindow(range)} · ${timezone}`}</p>
    </>
  );
}

/** Accounts of the time range with and without a channel. */
function CustomerShare({
  customers: { range, timezone, data },
}: {
  readonly customers: Schemas['Customers'];
}) {
  const { customers, linked, pending, unattributed } = data;
  if (customers === 0) return <EmptyState title={t('No new customers in this time range')} />;
  return (
    <>
      <div class="tiles tiles-four">
        <MetricTile
          label={t('Unattributed share')}
          value={shareOf(unattributed, customers)}
          format={formatPercent}
        />
        <MetricTile label={t('Unattributed')} value={unattributed} format={formatCompact} />
        <MetricTile label={t('Pending')} value={pending} format={formatCompact} />
        <MetricTile label={t('With a channel')} value={linked} format={formatCompact} />
      </div>
      <p class="fine">
        {`${t('{count} accounts with their first identify call or payment in this time range.', { count: customers })} ${formatWindow(range)} · ${timezone}`}
      </p>
      {unattributed + pending === 0 && <p class="after">{t('All of these customers have a channel.')}</p>}
    </>
  );
}
