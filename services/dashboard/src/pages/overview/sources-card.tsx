import type { Schemas } from '@headwater/client/client';
import { useQuery, type QueryState } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { may, maySeeAllSites, useSession } from '../../api/session';
import { AllRows, MAX_ROWS } from '../../components/all-rows';
import { BreakdownTable, type BreakdownColumn } from '../../components/breakdown-table';
import { Card, Tabs } from '../../components/card';
import { ErrorState, LoadingState } from '../../components/states';
import { ExportButtons, type Table } from '../../export/export-buttons';
import { formatDimension, formatPayback } from '../../format/names';
import { formatCount, formatDecimal, formatMoney, formatPercent } from '../../format/numbers';
import { inSentence, rich, t } from '../../strings/text';
import { useFilterLinks, useView } from '../../view/use-view';
import { datesOf } from '../../view/window';
import { useComparedColumns } from './compare';
import {
  filtersWithoutRevenue,
  ROWS,
  selectedDimension,
  SOURCES_BREAKDOWN,
  sourcesRequest,
} from './requests';
import { EVERY_MS, type Visits } from './visits';

type Stats = Schemas['Stats'];
type Row = Stats['data']['breakdown'][number];
type Money = NonNullable<Row['revenue']>[number];

/** The revenue of the time range in one currency. */
export interface RevenueTotals {
  readonly currency: string;
  readonly net: string;
  readonly customers: number;
  readonly perVisitor: string | null;
  /** The source with the highest revenue; undefined without one, or while another dimension is shown. */
  readonly best: { readonly key: string; readonly dimension: string; readonly net: string } | undefined;
}

/** The response with visits and revenue by source, and its totals in the selected currency. */
export interface Sources {
  readonly dimension: string;
  readonly query: QueryState<Stats>;
  /** All currencies with payments. */
  readonly currencies: readonly string[];
  readonly currency: string | undefined;
  readonly totals: RevenueTotals | undefined;
}

const moneyOf = (sums: readonly Money[] | undefined, currency: string | undefined): Money | undefined =>
  sums?.find((each) => each.currency === currency);

/** Returns visits and revenue by the selected dimension of the sources. Requests it if the request of the visits has another one. */
export function useSources(siteId: number, visits: Visits): Sources {
  const { view, search } = useView();
  const dimension = selectedDimension(SOURCES_BREAKDOWN, search);
  const isOpened = visits.dimensions.includes(dimension);
  const own = useQuery(isOpened ? undefined : sourcesRequest(siteId, view, dimension), { everyMs: EVERY_MS });
  const query = isOpened ? visits : own;
  const data = query.data?.data;
  const currencies = data?.revenue?.map(({ currency }) => currency) ?? [];
  const currency = currencies.find((each) => each === search.get('currency')) ?? currencies[0];
  const sums = moneyOf(data?.revenue, currency);
  return {
    dimension,
    query,
    currencies,
    currency,
    totals: sums && data && { ...sums, best: bestOf(data, sums) },
  };
}

function bestOf({ dimension, breakdown }: Stats['data'], { currency }: Money): RevenueTotals['best'] {
  const rows = breakdown.flatMap(({ key, revenue }) => {
    const net = moneyOf(revenue, currency)?.net;
    return key === '(none)' || net === undefined || Number(net) <= 0 ? [] : [{ key, net }];
  });
  const [best] = rows.sort((a, b) => Number(b.net) - Number(a.net));
  return best && dimension !== null ? { ...best, dimension } : undefined;
}

interface Props {
  readonly site: { readonly id: number; readonly name: string };
  readonly sources: Sources;
  /** While the request of the visits is slow or failed, only the card of the visits reports that. */
  readonly visits: Visits;
}

/** Visitors, customers and revenue by source, with the costs that are known. */
export function SourcesCard({ site, sources, visits }: Props) {
  const { dimension, query, currencies, currency } = sources;
  const { view, search, hrefWith } = useView();
  const { data, error, isLoading, reload, stop } = query;
  const [first] = SOURCES_BREAKDOWN.dimensions;
  // Until the response arrives, the data belongs to the dimension selected before.
  const rows = data?.data.dimension === dimension ? data.data.breakdown : undefined;
  const { costs, error: costsError } = useCosts(dimension, currency, data?.range);
  const name = formatDimension(dimension);
  const columns = columnsOf(currency, costs);
  const tableOf = (all: readonly Row[]): Table => ({
    columns: [name, ...columns.map(({ label }) => label)],
    rows: all.map((row) => [row.key, ...columns.map(({ value }) => value(row) ?? null)]),
  });
  const shown = { dimension, columns: useComparedColumns(columns, rows), ...useFilterLinks(dimension) };
  const without = filtersWithoutRevenue(view);
  return (
    <Card
      title={t('Sources')}
      wide
      isLoading={isLoading}
      actions={
        <ExportButtons
          title={`${site.name} ${name}`}
          url={sourcesRequest(site.id, view, dimension).url}
          table={rows && tableOf(rows)}
        />
      }
    >
      <div class="card-tabs">
        <Tabs
          label={t('Sources by')}
          chosen={dimension}
          tabs={SOURCES_BREAKDOWN.dimensions.map(({ key, label }) => ({
            id: key,
            label,
            href: hrefWith('sources', key === first?.key ? undefined : key),
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
      {error && !visits.error && <ErrorState error={error} onRetry={reload} />}
      {!rows && !error && !visits.error && (
        <LoadingState label={t('Counting')} {...(visits.isLoading ? {} : { onStop: stop })} />
      )}
      {rows && (
        <BreakdownTable
          label={t('Visits by {dimension}', { dimension: inSentence(name) })}
          rows={rows}
          isSortable
          maxRows={ROWS}
          {...shown}
        />
      )}
      {rows && rows.length > ROWS && (
        <AllRows
          id="sources"
          title={t('Visits by {dimension}', { dimension: inSentence(name) })}
          siteName={site.name}
          request={sourcesRequest(site.id, view, dimension)}
          rowsOf={(response) => (response.data.dimension === dimension ? response.data.breakdown : [])}
          tableOf={tableOf}
          {...shown}
        />
      )}
      {without.length > 0 && (
        <p class="fine">
          {t('Without revenue, which can’t be filtered by {dimensions}.', {
            dimensions: without.map(({ key }) => inSentence(formatDimension(key))).join(', '),
          })}
        </p>
      )}
      {rows && currency === undefined && without.length === 0 && (
        <p class="fine">
          {rich('No payments in this time range. {link} to see revenue by source.', {
            link: <a href="/setup">{t('Connect payments')}</a>,
          })}
        </p>
      )}
      {costsError && (
        <p class="fine" role="alert">
          {t('Without costs: {problem}', { problem: costsError.message })}
        </p>
      )}
      {currency !== undefined && (
        <p class="fine">
          {t(
            'Customers paid in this time range, and their first visit was on this site. The conversion rate divides them by the visitors.',
          )}
          {costs.size > 0 &&
            ` ${t('Costs, ROAS and payback are those of all sites of the workspace. ROAS is the revenue to date of the new customers, divided by the costs. Payback is the month after the acquisition in which that revenue reaches the costs.')}`}{' '}
          {search.has('currency') || currencies.length < 2 ? '' : t('Currencies are never converted.')}
        </p>
      )}
    </Card>
  );
}

type Cost = NonNullable<Schemas['Customers']['data']['breakdown'][number]['costs']>[number];

interface Costs {
  /** Costs, ROAS and payback by key. */
  readonly costs: ReadonlyMap<string, Cost>;
  readonly error: Error | undefined;
}

/** The costs of the time range in one currency. Costs have no site. Empty without access to costs. */
function useCosts(dimension: string, currency: string | undefined, range: string | undefined): Costs {
  const { view } = useView();
  const session = useSession();
  const canRead = may(session, 'payments') && maySeeAllSites(session);
  const ofCosts = COST_DIMENSIONS[dimension];
  // Filters by another dimension leave no costs.
  const hasFilters = view.filters.length > 0;
  const { data, error } = useQuery(
    canRead && ofCosts !== undefined && currency !== undefined && range !== undefined && !hasFilters
      ? apiRequest(
          '/api/v1/customers',
          {},
          { ...datesOf(range), dimension: ofCosts, limit: MAX_ROWS, include: 'payback' },
        )
      : undefined,
  );
  if (!data || hasFilters || data.data.dimension !== ofCosts) return { costs: new Map(), error };
  const costs = new Map(
    data.data.breakdown.flatMap(({ key, costs }) =>
      (costs ?? []).flatMap((cost) => (cost.currency === currency ? [[key, cost] as const] : [])),
    ),
  );
  return { costs, error };
}

/** Dimensions with costs, as the list of customers names them. */
const COST_DIMENSIONS: Readonly<Record<string, 'channel' | 'source' | 'campaign'>> = {
  channel: 'channel',
  source: 'source',
  utm_campaign: 'campaign',
};

function columnsOf(
  currency: string | undefined,
  costs: ReadonlyMap<string, Cost>,
): readonly BreakdownColumn<Row>[] {
  const visits: readonly BreakdownColumn<Row>[] = [
    { label: t('Visitors'), value: (row) => row.visitors, format: formatCount },
  ];
  if (currency === undefined)
    return [...visits, { label: t('Views'), value: (row) => row.pageviews, format: formatCount }];
  const money = (label: string, amountOf: (row: Row) => string | null | undefined): BreakdownColumn<Row> => ({
    label,
    value: (row) => {
      const amount = amountOf(row) ?? undefined;
      return amount === undefined ? undefined : Number(amount);
    },
    format: formatCount,
    text: (row) => {
      const amount = amountOf(row) ?? undefined;
      return amount === undefined ? '–' : formatMoney(amount, currency);
    },
  });
  return [
    ...visits,
    {
      label: t('Customers'),
      // Rows without a payment in this currency have no entry.
      value: (row) => row.revenue && (moneyOf(row.revenue, currency)?.customers ?? 0),
      format: formatCount,
      isWideOnly: true,
    },
    {
      label: t('Conversion rate'),
      value: (row) =>
        row.revenue && row.visitors > 0
          ? (100 * (moneyOf(row.revenue, currency)?.customers ?? 0)) / row.visitors
          : undefined,
      format: formatPercent,
    },
    money(t('Revenue'), (row) => row.revenue && (moneyOf(row.revenue, currency)?.net ?? '0')),
    {
      ...money(t('Revenue per visitor'), (row) =>
        row.revenue && row.visitors > 0 ? (moneyOf(row.revenue, currency)?.perVisitor ?? '0') : undefined,
      ),
      isWideOnly: true,
    },
    ...(costs.size > 0
      ? [
          { ...money(t('Cost'), (row) => costs.get(row.key)?.amount), isWideOnly: true },
          {
            ...money(t('ROAS'), (row) => costs.get(row.key)?.roas),
            text: ({ key }: Row) => {
              const roas = costs.get(key)?.roas ?? null;
              return roas === null ? '–' : formatDecimal(roas);
            },
          },
          {
            label: t('Payback'),
            value: ({ key }: Row) => costs.get(key)?.paybackMonths ?? undefined,
            format: formatCount,
            text: ({ key }: Row) => formatPayback(costs.get(key)?.paybackMonths),
            isWideOnly: true,
          },
        ]
      : []),
  ];
}
