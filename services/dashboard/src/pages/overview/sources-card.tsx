import type { Schemas } from '@headwater/client/client';
import { useQuery, type QueryState } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { may, maySeeAllSites, useSession } from '../../api/session';
import { AllRows, MAX_ROWS } from '../../components/all-rows';
import { BreakdownTable } from '../../components/breakdown-table';
import { Card, Tabs } from '../../components/card';
import { useColumns } from '../../components/columns';
import { ErrorState, LoadingState } from '../../components/states';
import { useCompared } from '../../components/use-compared';
import { ExportButtons } from '../../export/export-buttons';
import { formatDimension } from '../../format/names';
import { inSentence, rich, t } from '../../strings/text';
import type { SiteAhead } from '../../shell/page';
import { useFilterLinks, useView } from '../../view/use-view';
import { datesOf } from '../../view/window';
import {
  filtersWithoutRevenue,
  periodOf,
  ROWS,
  selectedDimension,
  SOURCES_BREAKDOWN,
  sourcesRequest,
} from './requests';
import { columnsOf, moneyOf, type Cost, type Money } from './source-columns';
import { EVERY_MS, loadCompared, type Visits } from './visits';

type Stats = Schemas['Stats'];

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
  readonly site: SiteAhead;
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
  // Until the response arrives, it may have payments.
  const { range } = data ?? periodOf(view, site.timezone) ?? {};
  const mayHaveCosts = !data || currency !== undefined;
  const { costs, error: costsError } = useCosts(dimension, currency, mayHaveCosts ? range : undefined);
  const name = formatDimension(dimension);
  const own = columnsOf(currency, costs);
  const { columns, tableOf } = useCompared(
    {
      columns: own,
      tableOf: (all) => ({
        columns: [name, ...own.map(({ label }) => label)],
        rows: all.map((row) => [row.key, ...own.map(({ value }) => value(row) ?? null)]),
      }),
    },
    rows,
    loadCompared,
  );
  const { shown: visible, menu } = useColumns('sources', columns);
  const shown = { dimension, columns: visible, ...useFilterLinks(dimension) };
  const without = filtersWithoutRevenue(view);
  return (
    <Card
      title={t('Sources')}
      wide
      isLoading={isLoading}
      actions={
        <div class="tools">
          {menu}
          <ExportButtons
            title={`${site.name} ${name}`}
            url={sourcesRequest(site.id, view, dimension).url}
            table={rows && tableOf(rows)}
          />
        </div>
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
    canRead && ofCosts !== undefined && range !== undefined && !hasFilters
      ? apiRequest(
          '/api/v1/customers',
          {},
          { ...datesOf(range), dimension: ofCosts, limit: MAX_ROWS, include: 'payback', series: 'none' },
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
