import type { Schemas } from '@headwater/client/client';
import { useAccess } from '../../api/fetch-json';
import { useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { useMay } from '../../api/session';
import { MAX_ROWS } from '../../components/all-rows';
import { Card, MetricTile, Tabs } from '../../components/card';
import { CountryCredit } from '../../components/breakdown-table';
import { DataTable, type DataColumn } from '../../components/data-table';
import { SiteNames, useFormatKey } from '../../components/site-names';
import { ErrorState, LoadingState, NoData } from '../../components/states';
import { ExportButtons } from '../../export/export-buttons';
import { formatWindow } from '../../format/dates';
import { formatDimension } from '../../format/names';
import { formatCompact, formatMoneyCompact } from '../../format/numbers';
import { FilterBar } from '../../shell/filter-bar';
import { WorkspacePage } from '../../shell/page';
import { TimezonePicker, ViewControls } from '../../shell/view-controls';
import { inSentence, t } from '../../strings/text';
import { useReport } from '../../view/report';
import { useView } from '../../view/use-view';
import { urlOf, withFilter, windowQuery } from '../../view/view';
import { CostsCard } from './costs-card';
import { customerColumns, tableOf, type Row } from './customer-columns';
import { ModelsCard } from './models-card';

type Customers = Schemas['Customers'];

/** Dimensions from general to special: a click on a key shows its parts by the next one. */
const DIMENSIONS = [
  { key: 'channel', label: t('Channels') },
  { key: 'source', label: t('Sources') },
  { key: 'campaign', label: t('Campaigns') },
  { key: 'landing', label: t('Landing pages') },
  { key: 'country', label: t('Countries') },
  { key: 'plan', label: t('Plans') },
  { key: 'company', label: t('Companies') },
  { key: 'site', label: t('Sites') },
] as const;
type Dimension = (typeof DIMENSIONS)[number]['key'];

const NEXT: Readonly<Partial<Record<Dimension, Dimension>>> = {
  channel: 'source',
  source: 'campaign',
  campaign: 'landing',
  landing: 'company',
};

/** Customers by their first touch, with costs; revenue by attribution model; the costs. */
export function AcquisitionPage() {
  return (
    <WorkspacePage
      title={t('Acquisition')}
      lead={t('Accounts first identified in the time range, by their first touch. Revenue is to date.')}
      actions={<TimezonePicker />}
    >
      <SiteNames>
        <ViewControls hasComparison={false} hasGrain={false} />
        <FilterBar />
        <Acquisition />
      </SiteNames>
    </WorkspacePage>
  );
}

function Acquisition() {
  const { search } = useView();
  const { shared } = useAccess();
  const { view, shows } = useReport();
  const canSeeCosts = useMay('payments');
  const { key: dimension } =
    DIMENSIONS.find(({ key }) => key === search.get('by') && shows(key)) ?? DIMENSIONS[0];
  const request = apiRequest(
    '/api/v1/customers',
    {},
    {
      ...{ ...windowQuery(view), series: 'none', dimension, limit: MAX_ROWS },
      ...(canSeeCosts ? { include: 'payback' } : {}),
    },
  );
  const { data: customers, error, isLoading, reload, stop } = useQuery(request);
  return (
    <div class="grid grid-beside">
      {error && (
        <div class="card card-wide">
          <ErrorState error={error} onRetry={reload} />
        </div>
      )}
      {!customers && !error && (
        <div class="card card-wide">
          <LoadingState label={t('Counting')} onStop={stop} />
        </div>
      )}
      {customers && <CustomersCard {...{ customers, dimension, isLoading }} url={request.url} />}
      {/* Other models have no filter by site. */}
      {!shared && <ModelsCard dimension={dimension} />}
      {canSeeCosts && customers && <CostsCard range={customers.range} />}
    </div>
  );
}

interface Props {
  readonly customers: Customers;
  readonly dimension: Dimension;
  readonly isLoading: boolean;
  readonly url: string;
}

function CustomersCard({ customers, dimension, isLoading, url }: Props) {
  const { search, hrefWith } = useView();
  const { shared } = useAccess();
  const { shows } = useReport();
  const { data } = customers;
  const currencies = data.revenue.map(({ currency }) => currency);
  const currency = currencies.find((each) => each === search.get('currency')) ?? currencies[0];
  const columns = useColumns(dimension, data.breakdown, currency);
  const net = data.revenue.find((each) => each.currency === currency)?.net;
  const name = formatDimension(dimension);
  return (
    <Card
      title={t('Customers')}
      wide
      isLoading={isLoading}
      actions={
        <ExportButtons
          title={t('Customers by {dimension}', { dimension: name })}
          url={url}
          table={tableOf(name, data.breakdown, currency)}
        />
      }
    >
      <p class="fine">{`${formatWindow(customers.range)} · ${customers.timezone}`}</p>
      <div class="tiles">
        <MetricTile label={t('Customers')} value={data.customers} format={formatCompact} />
        <MetricTile label={t('Paying')} value={data.paying} format={formatCompact} />
        {net !== undefined && currency !== undefined && (
          <MetricTile
            label={t('Revenue to date')}
            value={Number(net)}
            format={(value) => formatMoneyCompact(value, currency)}
          />
        )}
        <MetricTile label={t('MRR')} value={Number(data.mrr)} format={formatCompact} />
        <MetricTile label={t('Pending')} value={data.pending} format={formatCompact} />
        <MetricTile label={t('Unattributed')} value={data.unattributed} format={formatCompact} />
      </div>
      <div class="card-tabs">
        <Tabs
          label={t('Customers by')}
          chosen={dimension}
          tabs={DIMENSIONS.filter(({ key }) => shows(key)).map(({ key, label }) => ({
            id: key,
            label,
            href: hrefWith('by', key === 'channel' ? undefined : key),
          }))}
        />
        {currencies.length > 1 && (
          <Tabs
            label={t('Currency')}
            chosen={currency ?? ''}
            tabs={currencies.map((each) => ({ id: each, label: each, href: hrefWith('currency', each) }))}
          />
        )}
      </div>
      {data.dimension === dimension &&
        (data.breakdown.length === 0 ? (
          <NoData
            title={t('No customers in this time range')}
            {...(shared ? {} : { action: { href: '/setup', label: t('Set up') } })}
          >
            {t('Your server creates accounts with identify calls, usually at signup.')}
          </NoData>
        ) : (
          <DataTable
            label={t('Customers by {dimension}', { dimension: inSentence(name) })}
            rows={data.breakdown}
            keyOf={({ key }) => key}
            columns={columns}
            search={{
              label: t('Search {dimension}', { dimension: inSentence(name) }),
              textsOf: ({ key }) => [key],
            }}
          />
        ))}
      {data.breakdown.length >= MAX_ROWS && (
        <p class="fine">{t('The {max} rows with the most customers.', { max: String(MAX_ROWS) })}</p>
      )}
      {dimension === 'country' && <CountryCredit />}
    </Card>
  );
}

/** Link of a key: filters by it, and shows its parts. */
function useDrill(dimension: Dimension): (key: string) => string {
  const { view, href } = useView();
  const { shows } = useReport();
  const next = NEXT[dimension];
  return (key) => {
    const filter = { key: dimension, operator: 'is', value: key } as const;
    const { pathname, searchParams } = new URL(
      href({ filters: withFilter(view.filters, filter) }),
      location.origin,
    );
    searchParams.set('by', next && shows(next) ? next : 'channel');
    return urlOf(pathname, searchParams);
  };
}

function useColumns(
  dimension: Dimension,
  rows: readonly Row[],
  currency: string | undefined,
): readonly DataColumn<Row>[] {
  const drill = useDrill(dimension);
  const formatKey = useFormatKey();
  return [
    {
      label: formatDimension(dimension),
      cell: ({ key }) => <a href={drill(key)}>{formatKey(dimension, key)}</a>,
      sortBy: ({ key }) => formatKey(dimension, key),
    },
    ...customerColumns(rows, currency),
  ];
}
