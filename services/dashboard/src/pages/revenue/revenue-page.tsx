import type { Schemas } from '@headwater/client/client';
import { useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { MAX_ROWS } from '../../components/all-rows';
import { BreakdownTable, type BreakdownColumn } from '../../components/breakdown-table';
import { Card, Tabs } from '../../components/card';
import { SiteNames } from '../../components/site-names';
import { ErrorState, LoadingState, NoData } from '../../components/states';
import { ExportButtons } from '../../export/export-buttons';
import { formatCount, formatDecimal } from '../../format/numbers';
import { WorkspacePage } from '../../shell/page';
import { TimezonePicker, ViewControls } from '../../shell/view-controls';
import { t } from '../../strings/text';
import { useReport } from '../../view/report';
import { useView } from '../../view/use-view';
import { FILTER_KEYS, windowQuery } from '../../view/view';
import { grainOf } from '../../view/window';
import { CurrencyCard } from './currency-card';
import { RevenueBreakdown, useRevenueDimension } from './revenue-breakdown';

/** Number of rows of the breakdown. */
const ROWS = 10;

/** Revenue, credited to the first-touch channel of each account. */
export function RevenuePage() {
  const keys = FILTER_KEYS.revenue.keys.filter(useReport().shows);
  return (
    <WorkspacePage
      title={t('Revenue')}
      lead={t('Credited to the first-touch channel of each account. Currencies are never converted.')}
      actions={<TimezonePicker />}
    >
      <SiteNames>
        <ViewControls hasComparison={false} filterKeys={{ ...FILTER_KEYS.revenue, keys }} />
        <Revenue />
      </SiteNames>
    </WorkspacePage>
  );
}

function Revenue() {
  const { search, hrefWith } = useView();
  const { view } = useReport();
  const { dimension } = useRevenueDimension();
  const grain = grainOf(view);
  const requestFor = (limit: number) =>
    apiRequest('/api/v1/revenue', {}, { ...windowQuery(view), grain, dimension, limit });
  const request = requestFor(ROWS);
  const { data: revenue, error, isLoading, reload, stop } = useQuery(request);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!revenue) return <LoadingState label={t('Adding up')} onStop={stop} />;
  const { currencies, pending } = revenue.data;
  const chosen = currencies.find(({ currency }) => currency === search.get('currency')) ?? currencies[0];
  return (
    <div class="grid">
      {currencies.length > 1 && (
        <div class="card-wide">
          <Tabs
            label={t('Currency')}
            chosen={chosen?.currency ?? ''}
            tabs={currencies.map(({ currency }) => ({
              id: currency,
              label: currency,
              href: hrefWith('currency', currency),
            }))}
          />
        </div>
      )}
      {chosen ? (
        <>
          <CurrencyCard
            revenue={revenue}
            sums={chosen}
            pending={pending.find(({ currency }) => currency === chosen.currency)}
            url={request.url}
            isLoading={isLoading}
          />
          <RevenueBreakdown
            revenue={revenue}
            sums={chosen}
            request={request}
            {...(chosen.breakdown.length >= ROWS ? { allRowsRequest: requestFor(MAX_ROWS) } : {})}
            isLoading={isLoading}
          />
        </>
      ) : (
        <div class="card card-wide">
          <NoData
            title={t('No payments in this time range')}
            action={{ href: '/docs#recordPayment', label: t('How to send payments') }}
          >
            {t('Send payments from your server, or connect your payment provider.')}
          </NoData>
        </div>
      )}
      <NewMrrCard rows={revenue.data.newMrr} url={request.url} />
    </div>
  );
}

type Row = Schemas['Revenue']['data']['newMrr'][number] & { readonly key: string };

const COLUMNS: readonly BreakdownColumn<Row>[] = [
  {
    label: t('MRR'),
    value: (row) => Number(row.mrr),
    format: formatCount,
    text: (row) => formatDecimal(row.mrr),
  },
  { label: t('Accounts'), value: (row) => row.accounts, format: formatCount },
];

interface Props {
  readonly rows: Schemas['Revenue']['data']['newMrr'];
  readonly url: string;
}

/** MRR of the accounts first identified in the time range, by first-touch channel. */
function NewMrrCard({ rows, url }: Props) {
  return (
    <Card
      title={t('New MRR by channel')}
      actions={
        <ExportButtons
          title={t('New MRR by channel')}
          url={url}
          table={{
            columns: [t('Channel'), t('MRR'), t('Accounts')],
            rows: rows.map((row) => [row.channel, row.mrr, row.accounts]),
          }}
        />
      }
    >
      <BreakdownTable
        label={t('New MRR by channel')}
        dimension="channel"
        rows={rows.map((row) => ({ ...row, key: row.channel }))}
        columns={COLUMNS}
      />
      <p class="fine">{t('From your identify calls. Not currency-converted.')}</p>
    </Card>
  );
}
