import type { Schemas } from '@headwater/client/client';
import type { CohortGrain, CohortMetric } from '@headwater/protos/vocabulary';
import { useAccess } from '../api/fetch-json';
import { useQuery } from '../api/hooks';
import { apiRequest } from '../api/request';
import { Card, Tabs } from '../components/card';
import { DataTable, type DataColumn } from '../components/data-table';
import { EmptyState, ErrorState, LoadingState } from '../components/states';
import { ExportButtons } from '../export/export-buttons';
import { formatBucketLong, formatWeek, formatWindow } from '../format/dates';
import { formatDimension, formatGrain, formatKey, formatPayback } from '../format/names';
import { formatCount, formatMoney, formatMoneyCompact, formatPercent, formatRoas } from '../format/numbers';
import { WorkspacePage } from '../shell/page';
import { ControlGroup } from '../shell/view-controls';
import { t } from '../strings/text';
import { useReport } from '../view/report';
import { useView } from '../view/use-view';
import { filterQuery } from '../view/view';
import '../style/journeys.css';

type Cohorts = Schemas['Cohorts'];
type Cohort = Cohorts['data']['cohorts'][number];

type Option<Value extends string> = readonly [value: Value, label: string];

/** A choice in the URL; the first value is the default. */
interface Choice<Value extends string> {
  readonly name: string;
  readonly label: string;
  readonly values: readonly [Option<Value>, ...Option<Value>[]];
}

const METRIC: Choice<CohortMetric> = {
  name: 'metric',
  label: t('Metric'),
  values: [
    ['net', t('Revenue per customer')],
    ['mrr', t('Subscription payments per customer')],
    ['paying', t('Paying customers')],
  ],
};
const COHORT: Choice<CohortGrain> = {
  name: 'cohort',
  label: t('Cohorts by'),
  values: [
    ['month', t('Months')],
    ['week', t('Weeks')],
  ],
};
const RANGE: Choice<string> = {
  name: 'range',
  label: t('Identified in the last'),
  values: [
    ['365d', t('12 months')],
    ['180d', t('6 months')],
    ['90d', t('3 months')],
  ],
};
const DIMENSION: Choice<string> = {
  name: 'by',
  label: t('Divided by'),
  values: [
    ['', t('All customers')],
    ['channel', t('Channels')],
    ['source', t('Sources')],
    ['campaign', t('Campaigns')],
    ['plan', t('Plans')],
  ],
};

/** Customers by the month of their first identify call, and their revenue in the months since then. */
export function CohortsPage() {
  const { search } = useView();
  const { siteFilter } = useReport();
  const chosen = <Value extends string>({ name, values }: Choice<Value>): Value =>
    (values.find(([value]) => value === search.get(name)) ?? values[0])[0];
  const [metric, cohort, range, dimension] = [
    chosen(METRIC),
    chosen(COHORT),
    chosen(RANGE),
    chosen(DIMENSION),
  ];
  const request = apiRequest(
    '/api/v1/cohorts',
    {},
    { range, cohort, metric, ...(dimension === '' ? {} : { dimension }), ...filterQuery(siteFilter) },
  );
  const { data: cohorts, error, isLoading, reload, stop } = useQuery(request);
  return (
    <WorkspacePage
      title={t('Cohorts')}
      lead={t('Customers by the month or week of their first identify call, and their payments since then.')}
    >
      <ControlGroup
        summary={[
          labelOf(METRIC, metric),
          labelOf(DIMENSION, dimension),
          labelOf(COHORT, cohort),
          labelOf(RANGE, range),
        ].join(' · ')}
      >
        <ChoiceTabs choice={METRIC} chosen={metric} />
        <ChoiceTabs choice={DIMENSION} chosen={dimension} />
        <div class="card-tabs">
          <ChoiceTabs choice={COHORT} chosen={cohort} />
          <ChoiceTabs choice={RANGE} chosen={range} />
        </div>
      </ControlGroup>
      <Card
        title={t('Cohorts')}
        wide
        isLoading={isLoading}
        actions={<ExportButtons title={t('Cohorts')} url={request.url} table={cohorts && tableOf(cohorts)} />}
      >
        {error && <ErrorState error={error} onRetry={reload} />}
        {!cohorts && !error && <LoadingState label={t('Adding up')} onStop={stop} />}
        {cohorts && <CohortTable cohorts={cohorts} />}
      </Card>
    </WorkspacePage>
  );
}

const labelOf = <Value extends string>({ values }: Choice<Value>, chosen: Value): string | undefined =>
  values.find(([value]) => value === chosen)?.[1];

function ChoiceTabs<Value extends string>({
  choice,
  chosen,
}: {
  readonly choice: Choice<Value>;
  readonly chosen: Value;
}) {
  const { hrefWith } = useView();
  const { name, label, values } = choice;
  return (
    <Tabs
      label={label}
      chosen={chosen}
      tabs={values.map(([value, text], index) => ({
        id: value,
        label: text,
        href: hrefWith(name, index === 0 ? undefined : value),
      }))}
    />
  );
}

function CohortTable({ cohorts }: { readonly cohorts: Cohorts }) {
  const { shared } = useAccess();
  const { metric, currency, data } = cohorts;
  const rows = data.cohorts;
  if (rows.length === 0 || (currency === null && metric !== 'paying'))
    return (
      <EmptyState
        title={t('No customers with payments')}
        {...(shared ? {} : { action: { href: '/setup', label: t('Set up') } })}
      >
        {t('Identify customers at signup and send their payments.')}
      </EmptyState>
    );
  const hasCosts = rows.some(({ costs }) => costs !== null);
  const money = (amount: string | null) =>
    amount === null || currency === null ? '–' : formatMoney(amount, currency);
  const number = (
    label: string,
    valueOf: (row: Cohort) => string | number | null,
    cell: (row: Cohort) => string,
  ): DataColumn<Cohort> => ({
    label,
    isNumber: true,
    cell,
    sortBy: (row) => {
      const value = valueOf(row);
      return value === null ? null : Number(value);
    },
  });
  return (
    <>
      <p class="fine">{`${t('Identified {range}', { range: formatWindow(cohorts.range) })} · ${cohorts.timezone} · ${explain(cohorts)}`}</p>
      <DataTable
        label={t('Cohorts')}
        rows={rows}
        keyOf={({ cohort, key }) => `${cohort} ${key ?? ''}`}
        columns={[
          {
            label: cohorts.cohort === 'week' ? t('Week of') : t('Cohort'),
            cell: ({ cohort }) =>
              cohorts.cohort === 'week' ? formatWeek(cohort) : formatBucketLong(cohort, cohorts.cohort),
            sortBy: ({ cohort }) => cohort,
          },
          ...(data.dimension === null ? [] : [keyColumn(data.dimension)]),
          number(
            t('Customers'),
            (row) => row.customers,
            (row) => formatCount(row.customers),
          ),
          ...(hasCosts
            ? [
                number(
                  t('CAC'),
                  (row) => row.cac,
                  (row) => money(row.cac),
                ),
                number(
                  t('ROAS'),
                  (row) => row.roas,
                  (row) => formatRoas(row.roas),
                ),
                number(
                  t('Payback'),
                  (row) => row.paybackPeriod,
                  (row) => paybackOf(row, cohorts),
                ),
              ]
            : []),
          ...periodColumns(cohorts),
        ]}
      />
    </>
  );
}

const keyColumn = (dimension: string): DataColumn<Cohort> => ({
  label: formatDimension(dimension),
  cell: ({ key }) => formatKey(dimension, key ?? ''),
  sortBy: ({ key }) => key,
});

const explain = ({ metric, currency, cohort }: Cohorts): string =>
  metric === 'paying'
    ? t('Percent of the customers with a payment up to each {period}', { period: formatGrain(cohort) })
    : t('Sum up to each {period}, divided by the customers, {currency}', {
        period: formatGrain(cohort),
        currency: currency ?? '',
      });

const paybackOf = ({ costs, paybackPeriod }: Cohort, { cohort }: Cohorts): string => {
  if (costs === null) return '–';
  return cohort === 'week' && paybackPeriod !== null
    ? t('Week {number}', { number: paybackPeriod })
    : formatPayback(paybackPeriod);
};

/** One column for each period since then, with the cumulative value per customer. */
function periodColumns({ metric, currency, data }: Cohorts): readonly DataColumn<Cohort>[] {
  const periods = Math.max(0, ...data.cohorts.map((row) => row.periods.length));
  const valueOf = (row: Cohort, period: number) => row.periods[period]?.perCustomer;
  const max = Math.max(
    1,
    ...data.cohorts.flatMap((row) => row.periods.map(({ perCustomer }) => Number(perCustomer))),
  );
  const format = (value: number) =>
    metric === 'paying' || currency === null ? formatPercent(value) : formatMoneyCompact(value, currency);
  return Array.from({ length: periods }, (_, period) => ({
    label: String(period),
    isNumber: true,
    cell: (row) => {
      const value = valueOf(row, period);
      if (value === undefined) return '';
      const share = Math.max(0, (100 * Number(value)) / max);
      return (
        <span class="heat" style={{ '--share': `${Math.round(share * 0.4)}%` }}>
          {format(Number(value))}
        </span>
      );
    },
  }));
}

const tableOf = ({ data }: Cohorts) => ({
  columns: [
    t('Cohort'),
    t('Key'),
    t('Customers'),
    t('Period'),
    t('Value'),
    t('Cumulative'),
    t('Per customer'),
  ],
  rows: data.cohorts.flatMap(({ cohort, key, customers, periods }) =>
    periods.map(({ period, value, cumulative, perCustomer }) => [
      ...[cohort, key, customers, period, value, cumulative, perCustomer],
    ]),
  ),
});
