import type { Schemas } from '@headwater/client/client';
import { useMemo, useRef } from 'preact/hooks';
import { useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { Chart, type ChartHandle } from '../../chart/chart';
import type { PictureAddition } from '../../chart/plot';
import { MetricTile } from '../../components/card';
import { useFormatKey } from '../../components/site-names';
import { ErrorState, LoadingState, StillLoading } from '../../components/states';
import { ExportButtons } from '../../export/export-buttons';
import { formatWindow } from '../../format/dates';
import { formatGrain } from '../../format/names';
import {
  formatCompact,
  formatCount,
  formatDuration,
  formatMoney,
  formatMoneyCompact,
  formatPercent,
} from '../../format/numbers';
import { useLazy, type Lazy } from '../../lazy';
import type { SiteAhead } from '../../shell/page';
import { t } from '../../strings/text';
import { useView } from '../../view/use-view';
import { windowQuery, type View } from '../../view/view';
import { datesOf, grainOf } from '../../view/window';
import type { AnnotationsProps } from './annotations';
import { annotationsRequest, periodOf } from './requests';
import { useRevenueBars } from './revenue-bars';
import { SignupsTile } from './signups-tile';
import type { RevenueTotals } from './sources-card';
import type { Visits } from './visits';
import { METRICS, metricOf, visitsChart, visitsTable } from './visits-series';

interface Props {
  readonly site: SiteAhead;
  readonly visits: Visits;
  readonly revenue: RevenueTotals | undefined;
  /** Whether the chart has the notes on days, which share links can't read. */
  readonly hasAnnotations: boolean;
}

const loadAnnotations: Lazy<AnnotationsProps> = () =>
  import('./annotations').then(({ Annotations }) => Annotations);

/** Loads the annotations after the chart. */
function LazyAnnotations(props: AnnotationsProps) {
  const { component: Annotations, error } = useLazy(loadAnnotations);
  if (error) return <ErrorState error={error} onRetry={() => location.reload()} />;
  return Annotations ? <Annotations {...props} /> : null;
}

/** The metrics of the time range, and a chart of one metric. A click on a tile selects the metric. */
export function VisitsCard({ site, visits, revenue, hasAnnotations }: Props) {
  const { view, search, hrefWith } = useView();
  const metric = metricOf(search.get('metric'));
  const grain = grainOf(view);
  const { data: stats, error, isLoading, reload, stop } = visits;
  const comparison = view.compare === undefined ? undefined : stats?.data.comparison;
  const { data: earlier } = useQuery(
    comparisonRequest(site.id, view, comparison?.range, revenue !== undefined),
  );
  const before = comparison && earlier?.range === comparison.range ? earlier : undefined;
  const period = stats ?? periodOf(view, site.timezone);
  // Sent with the other requests that need the time range: the code of the annotations loads after the chart.
  useQuery(hasAnnotations && period ? annotationsRequest(site.id, period) : undefined);
  // Until the response arrives, it may have payments.
  const bars = useRevenueBars(site.id, !stats || revenue ? period : undefined, revenue?.currency);
  const chart = useMemo(
    () => stats && visitsChart(stats, metric, { before, bars }),
    [stats, metric, before, bars],
  );
  const handle = useRef<ChartHandle>(null);
  const addNotes = useRef<PictureAddition>(undefined);
  const previousOf = (key: keyof NonNullable<typeof comparison>) =>
    comparison === undefined ? {} : { previous: comparison[key] as number | null };
  const totals = stats?.data;
  return (
    <section class="card card-wide" aria-label={t('Visits')} aria-busy={isLoading}>
      {error && <ErrorState error={error} onRetry={reload} />}
      {(!error || stats) && (
        <>
          {revenue && <Headline revenue={revenue} />}
          <div class={revenue ? 'tiles tiles-five' : 'tiles'}>
            {METRICS.map(({ key, label }) => (
              <MetricTile
                key={key}
                label={label}
                value={totals?.[key]}
                {...previousOf(key)}
                format={formatCompact}
                href={hrefWith('metric', key === 'visitors' ? undefined : key)}
                isChosen={key === metric.key}
              />
            ))}
            <MetricTile
              label={t('Bounce rate')}
              value={totals?.bounceRate}
              {...previousOf('bounceRate')}
              format={formatPercent}
              lessIsBetter
            />
            <MetricTile
              label={t('Visit duration')}
              value={totals?.visitDuration}
              {...previousOf('visitDuration')}
              format={formatDuration}
            />
            <SignupsTile siteId={site.id} period={period} before={comparison?.range} />
            {revenue && <RevenueTiles revenue={revenue} stats={stats} before={before} />}
          </div>
          <div class="card-bar">
            <p class="fine">
              {stats ? `${formatWindow(stats.range)} · ${stats.timezone}` : '\u00a0'}
              {before && ` · ${t('dashed: {range}', { range: formatWindow(before.range) })}`}
            </p>
            <ExportButtons
              title={`${site.name} ${metric.label}`}
              url={visits.url}
              table={stats && visitsTable(stats)}
              picture={async () =>
                handle.current?.picture({
                  title: `${site.name} · ${metric.label}`,
                  subtitle: stats ? `${formatWindow(stats.range)} · ${stats.timezone}` : '',
                  add: addNotes.current,
                })
              }
            />
          </div>
          {stats && isLoading && <StillLoading label={t('Counting')} onStop={stop} />}
          {stats?.data.imported && <ImportedNote imported={stats.data.imported} />}
          {chart ? (
            <Chart
              label={t('{name} by {dimension}', { name: metric.label, dimension: formatGrain(grain) })}
              data={chart}
              format={formatCount}
              handle={handle}
              {...(hasAnnotations &&
                stats && {
                  overlay: (xOf) => (
                    <LazyAnnotations siteId={site.id} stats={stats} xOf={xOf} picture={addNotes} />
                  ),
                })}
            />
          ) : (
            <LoadingState label={t('Counting')} onStop={stop} />
          )}
        </>
      )}
    </section>
  );
}

interface RevenueTilesProps {
  readonly revenue: RevenueTotals;
  readonly stats: Stats | undefined;
  /** The comparison period. */
  readonly before: Stats | undefined;
}

function RevenueTiles({ revenue, stats, before }: RevenueTilesProps) {
  const { currency, net, customers, perVisitor } = revenue;
  const earlier = before?.data.revenue && {
    ...{ net: '0', customers: 0, perVisitor: null },
    ...before.data.revenue.find((each) => each.currency === currency),
  };
  const numberOf = (amount: string | null) => (amount === null ? null : Number(amount));
  const format = (value: number) => formatMoneyCompact(value, currency);
  const previous = (value: number | null | undefined) => (earlier ? { previous: value ?? null } : {});
  return (
    <>
      <MetricTile
        label={t('Paying customers')}
        value={customers}
        {...previous(earlier?.customers)}
        format={formatCompact}
      />
      <MetricTile
        label={t('Conversion rate')}
        value={stats && rate(customers, stats)}
        {...previous(before && rate(earlier?.customers ?? 0, before))}
        format={formatPercent}
      />
      <MetricTile
        label={t('Revenue')}
        value={Number(net)}
        {...previous(Number(earlier?.net))}
        format={format}
      />
      <MetricTile
        label={t('Revenue per visitor')}
        value={numberOf(perVisitor)}
        {...previous(numberOf(earlier?.perVisitor ?? null))}
        format={format}
      />
    </>
  );
}

/** Percent of the visitors who paid; null without visitors. */
const rate = (customers: number, { data: { visitors } }: Stats): number | null =>
  visitors === 0 ? null : (100 * customers) / visitors;

/** The revenue and its main source, in one sentence. */
function Headline({ revenue: { currency, net, customers, best } }: { readonly revenue: RevenueTotals }) {
  const formatKey = useFormatKey();
  return (
    <p class="headline">
      {t('{net} from {count} paying customers.', { net: formatMoney(net, currency), count: customers })}
      {best &&
        ` ${t('{source} brought the most revenue, {net}.', { source: formatKey(best.dimension, best.key), net: formatMoney(best.net, currency) })}`}
    </p>
  );
}

/** The totals of imported history. Nothing without imported days. */
function ImportedNote({ imported }: { readonly imported: NonNullable<Stats['data']['imported']> }) {
  const { days: count, dailyVisitors: visitors, sessions, pageviews } = imported;
  if (count === 0) return null;
  return (
    <p class="notice">
      {t(
        'Imported history: {visitors} daily visitors, {sessions} sessions and {pageviews} pageviews on {count} days. The metrics above do not include them.',
        { visitors, sessions, pageviews, count },
      )}
    </p>
  );
}

/** Requests the time series of the comparison period, and its revenue; undefined without a comparison. */
function comparisonRequest(siteId: number, view: View, range: string | undefined, hasRevenue: boolean) {
  if (range === undefined) return undefined;
  const earlier = { ...view, window: datesOf(range) };
  const include = hasRevenue ? { include: 'revenue' as const } : {};
  return apiRequest(
    '/api/v1/sites/{id}/stats',
    { id: siteId },
    { ...windowQuery(earlier), grain: grainOf(view), ...include },
  );
}

type Stats = Schemas['Stats'];
