import { DIMENSION_COLUMNS } from '@headwater/protos/vocabulary';
import { useLocation } from 'preact-iso/router';
import { useMemo, useRef } from 'preact/hooks';
import { useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { Chart, type ChartHandle } from '../../chart/chart';
import { bucketOf, earlierSeries } from '../../chart/series';
import { MAX_ROWS } from '../../components/all-rows';
import { Card, MetricTile } from '../../components/card';
import { ErrorState, LoadingState } from '../../components/states';
import { ExportButtons } from '../../export/export-buttons';
import { formatWindow } from '../../format/dates';
import { formatGrain } from '../../format/names';
import { formatCompact, formatCount, formatPercent } from '../../format/numbers';
import { t } from '../../strings/text';
import { useView } from '../../view/use-view';
import { compareQuery, windowQuery } from '../../view/view';
import { datesOf, grainOf } from '../../view/window';
import { DimensionChoice } from './dimension-choice';
import { EventBreakdown } from './event-breakdown';

/** Number of rows of the breakdown. */
const ROWS = 10;

interface Props {
  readonly site: { readonly id: number; readonly name: string };
  readonly name: string;
  /** Property keys of the event in the time range. */
  readonly properties: readonly string[];
}

/** One event: metrics, time series, and a breakdown by a column or property. */
export function EventCard({ site, name, properties }: Props) {
  const { view, search, hrefWith } = useView();
  const { route } = useLocation();
  const dimension = dimensionIn(search.get('by'), properties);
  const grain = grainOf(view);
  const requestFor = (limit: number) =>
    apiRequest(
      '/api/v1/sites/{id}/events/{name}',
      { id: site.id, name },
      { ...windowQuery(view), grain, ...compareQuery(view), dimension, limit },
    );
  const request = requestFor(ROWS);
  const { data: response, error, isLoading, reload, stop } = useQuery(request);
  const handle = useRef<ChartHandle>(null);
  const comparison = view.compare === undefined ? undefined : response?.data.comparison;
  const { data: earlier } = useQuery(
    comparison &&
      apiRequest(
        '/api/v1/sites/{id}/events/{name}',
        { id: site.id, name },
        { ...windowQuery({ ...view, window: datesOf(comparison.range) }), grain },
      ),
  );
  const before = comparison && earlier?.range === comparison.range ? earlier : undefined;
  const chart = useMemo(
    () =>
      response && {
        grain: response.grain,
        timezone: response.timezone,
        buckets: response.data.series.map((row) => bucketOf(row, response.grain)),
        series: [
          {
            label: t('Events'),
            kind: 'area' as const,
            values: response.data.series.map(({ events }) => events),
          },
          { label: t('Visitors'), values: response.data.series.map(({ visitors }) => visitors) },
          ...(before
            ? [
                earlierSeries(t('{metric} (previous)', { metric: t('Events') }), before, {
                  count: response.data.series.length,
                  valueOf: ({ events }) => events,
                }),
              ]
            : []),
        ],
      },
    [response, before],
  );
  const when = response ? `${formatWindow(response.range)} · ${response.timezone}` : '';
  return (
    <Card
      title={name}
      wide
      isLoading={isLoading}
      actions={
        <ExportButtons
          title={`${site.name} ${name}`}
          url={request.url}
          table={
            response && {
              columns: [formatGrain(response.grain), t('Events'), t('Visitors')],
              rows: response.data.series.map((row) => [
                bucketOf(row, response.grain),
                row.events,
                row.visitors,
              ]),
            }
          }
          picture={async () => handle.current?.picture({ title: `${site.name} · ${name}`, subtitle: when })}
        />
      }
    >
      {error && <ErrorState error={error} onRetry={reload} />}
      {!response && !error && <LoadingState label={t('Counting')} onStop={stop} />}
      {response && chart && (
        <>
          <div class="tiles">
            <MetricTile
              label={t('Events')}
              value={response.data.events}
              previous={comparison?.events}
              format={formatCompact}
            />
            <MetricTile
              label={t('Unique visitors')}
              value={response.data.uniqueVisitors}
              previous={comparison?.uniqueVisitors}
              format={formatCompact}
            />
            <MetricTile
              label={t('Pageviews')}
              value={response.data.pageviews}
              previous={comparison?.pageviews}
              format={formatCompact}
            />
            <MetricTile
              label={t('Events per 100 pageviews')}
              value={response.data.eventRate ?? null}
              previous={comparison && (comparison.eventRate ?? null)}
              format={formatPercent}
            />
          </div>
          {response.data.note !== undefined && <p class="fine">{response.data.note}</p>}
          <p class="fine">
            {when}
            {before && ` · ${t('dashed: {range}', { range: formatWindow(before.range) })}`}
          </p>
          <Chart
            label={t('{name} by {dimension}', { name, dimension: formatGrain(response.grain) })}
            data={chart}
            format={formatCount}
            handle={handle}
          />
          <div class="card-bar">
            <DimensionChoice
              chosen={dimension}
              columns={DIMENSION_COLUMNS}
              properties={properties}
              onChoose={(value) => route(hrefWith('by', value))}
            />
          </div>
          {response.data.dimension === dimension && (
            <EventBreakdown
              site={site}
              response={response}
              request={request}
              {...(response.data.breakdown.length >= ROWS ? { allRowsRequest: requestFor(MAX_ROWS) } : {})}
            />
          )}
        </>
      )}
    </Card>
  );
}

/** The default dimension. */
const FIRST = 'channel';

/** The dimension in the URL if it is valid, otherwise the channel. */
function dimensionIn(named: string | null, properties: readonly string[]): string {
  const all: readonly string[] = [...DIMENSION_COLUMNS, ...properties.map((key) => `props.${key}`)];
  return all.find((each) => each === named) ?? FIRST;
}
