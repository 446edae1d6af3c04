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
import { formatCompact, formatCount, formatMoneyCompact } from '../../format/numbers';
import { WorkspacePage } from '../../shell/page';
import { TimezonePicker, ViewControls } from '../../shell/view-controls';
import { inSentence, t } from '../../strings/text';
import { usePhone } from '../../view/preferences';
import { useReport } from '../../view/report';
import { useView } from '../../view/use-view';
import {
  FILTER_KEYS,
  IDENTIFIED,
  IN_RANGE,
  keptQuery,
  urlOf,
  withFilter,
  windowQuery,
} from '../../view/view';
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
  const keys = FILTER_KEYS.customers.keys.filter(useReport().shows);
  return (
    <WorkspacePage
      title={t('Acquisition')}
      lead={t('Accounts first identified in the time range, by their first touch. Revenue is to date.')}
      actions={<TimezonePicker />}
    >
      <SiteNames>
        <ViewControls
          hasComparison={false}
          hasGrain={false}
          filterKeys={{ ...FILTER_KEYS.customers, keys }}
        />
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
        <MetricTile label={t('Paying customers')} value={data.paying} format={formatCompact} />
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

/** Links of a key, with a filter by it: to its parts, and to its customers. */
function useKeyLinks(dimension: Dimension) {
  const { view, href } = useView();
  const { shows } = useReport();
  const next = NEXT[dimension];
  const filtered = (key: string): URL => {
    const filter = { key: dimension, operator: 'is', value: key } as const;
    return new URL(href({ filters: withFilter(view.filters, filter) }), location.origin);
  };
  return {
    toParts: (key: string): string => {
      const { pathname, searchParams } = filtered(key);
      searchParams.set('by', next && shows(next) ? next : 'channel');
      return urlOf(pathname, searchParams);
    },
    toCustomers: (key: string): string => {
      const query = keptQuery(filtered(key).searchParams, FILTER_KEYS.customers);
      query.set(IDENTIFIED, IN_RANGE);
      return urlOf('/customers', query);
    },
  };
}

/** The columns that phones show before the others. */
const FIRST_ON_PHONES: readonly string[] = [t('Customers'), t('Revenue'), t('ROAS')];

function useColumns(
  dimension: Dimension,
  rows: readonly Row[],
  currency: string | undefined,
): readonly DataColumn<Row>[] {
  const { toParts, toCustomers } = useKeyLinks(dimension);
  const formatKey = useFormatKey();
  const isPhone = usePhone();
  const mayList = useMay('identify');
  const columns = customerColumns(rows, currency).map((column) =>
    mayList && column.label === t('Customers')
      ? {
          ...column,
          cell: (row: Row) =>
            row.customers === 0 ? (
              column.cell(row)
            ) : (
              <a
                href={toCustomers(row.key)}
                aria-label={t('{number} customers: {name}', {
                  number: formatCount(row.customers),
                  name: formatKey(dimension, row.key),
                })}
              >
                {column.cell(row)}
              </a>
            ),
        }
      : column,
  );
  const isFirst = ({ label }: DataColumn<Row>): boolean => isPhone && FIRST_ON_PHONES.includes(label);
  return [
    {
      label: formatDimension(dimension),
      cell: ({ key }) => <a href={toParts(key)}>{formatKey(dimension, key)}</a>,
      sortBy: ({ key }) => formatKey(dimension, key),
    },
    ...columns.filter(isFirst),
    ...columns.filter((column) => !isFirst(column)),
  ];
}
