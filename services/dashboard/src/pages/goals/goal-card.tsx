import type { Schemas } from '@headwater/client/client';
import { useMemo, useRef } from 'preact/hooks';
import { useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { Chart, type ChartHandle } from '../../chart/chart';
import { bucketOf } from '../../chart/series';
import { AllRows, MAX_ROWS } from '../../components/all-rows';
import { BreakdownTable, type BreakdownColumn } from '../../components/breakdown-table';
import { MetricTile } from '../../components/card';
import { MeasureCard } from '../../components/measure-card';
import { formatWindow } from '../../format/dates';
import { formatGrain } from '../../format/names';
import { formatCompact, formatCount, formatPercent } from '../../format/numbers';
import { t } from '../../strings/text';
import { useFilterLinks, useView } from '../../view/use-view';
import { windowQuery } from '../../view/view';
import { grainOf } from '../../view/window';
import { targetOf } from './goal-fields';
import { GoalForm } from './goal-form';

type Row = Schemas['GoalResult']['data']['breakdown'][number];

const COLUMNS: readonly BreakdownColumn<Row>[] = [
  { label: t('Conversions'), value: (row) => row.conversions, format: formatCount },
  { label: t('Visitors'), value: (row) => row.visitors, format: formatCount },
  { label: t('Rate'), value: (row) => row.conversionRate, format: formatPercent },
];

/** Number of channels of the card. */
const ROWS = 8;

const tableOf = (rows: readonly Row[]) => ({
  columns: [t('Channel'), t('Conversions'), t('Visitors'), t('Conversion rate')],
  rows: rows.map((row) => [row.key, row.conversions, row.visitors, row.conversionRate ?? null]),
});

interface Props {
  readonly site: { readonly id: number; readonly name: string };
  readonly goal: Schemas['Goal'];
  readonly mayChange: boolean;
}

/** One goal: metrics, time series, and conversions by channel. */
export function GoalCard({ site, goal, mayChange }: Props) {
  const { view } = useView();
  const grain = grainOf(view);
  const requestFor = (limit: number) =>
    apiRequest(
      '/api/v1/sites/{id}/goals/{goalId}',
      { id: site.id, goalId: goal.id },
      { ...windowQuery(view), grain, dimension: 'channel', limit },
    );
  const request = requestFor(ROWS);
  const query = useQuery(request);
  const response = query.data;
  const handle = useRef<ChartHandle>(null);
  const chart = useMemo(
    () =>
      response && {
        grain: response.grain,
        timezone: response.timezone,
        buckets: response.data.series.map((row) => bucketOf(row, response.grain)),
        series: [
          {
            label: t('Conversions'),
            kind: 'area' as const,
            values: response.data.series.map(({ conversions }) => conversions),
          },
        ],
      },
    [response],
  );
  const when = response ? `${formatWindow(response.range)} · ${response.timezone}` : '';
  const shown = { dimension: 'channel', columns: COLUMNS, ...useFilterLinks('channel') };
  const name = `${site.name} ${goal.name}`;
  return (
    <MeasureCard
      title={goal.name}
      lead={
        <>
          {goal.type === 'event' ? t('Event') : t('Page')} <code>{targetOf(goal)}</code>
        </>
      }
      query={query}
      exported={{
        title: name,
        url: request.url,
        table: response && {
          columns: [formatGrain(response.grain), t('Conversions'), t('Visitors')],
          rows: response.data.series.map((row) => [
            bucketOf(row, response.grain),
            row.conversions,
            row.visitors,
          ]),
        },
        picture: async () =>
          handle.current?.picture({ title: `${site.name} · ${goal.name}`, subtitle: when }),
      }}
      {...(mayChange
        ? {
            change: {
              title: t('Edit the goal “{name}”', { name: goal.name }),
              form: (close) => <GoalForm siteId={site.id} goal={goal} close={close} />,
              removal: {
                title: t('Delete the goal “{name}”?', { name: goal.name }),
                consequence: t('Deletes only the goal. Its events are kept.'),
                url: `/api/v1/sites/${site.id}/goals/${goal.id}`,
              },
            },
          }
        : {})}
    >
      {({ grain: shownGrain, data }) => (
        <div class="halves">
          <div>
            <div class="tiles">
              <MetricTile label={t('Conversions')} value={data.conversions} format={formatCompact} />
              <MetricTile label={t('Visitors')} value={data.visitors} format={formatCompact} />
              <MetricTile label={t('Conversion rate')} value={data.conversionRate} format={formatPercent} />
            </div>
            {chart && (
              <Chart
                label={t('{name} by {dimension}', { name: goal.name, dimension: formatGrain(shownGrain) })}
                data={chart}
                format={formatCount}
                height={160}
                handle={handle}
              />
            )}
          </div>
          <div>
            <BreakdownTable
              label={t('{name} by channel', { name: goal.name })}
              rows={data.breakdown}
              {...shown}
            />
            {data.breakdown.length >= ROWS && (
              <AllRows
                id={`goal-${goal.id}`}
                title={t('{name} by channel', { name: goal.name })}
                siteName={site.name}
                request={requestFor(MAX_ROWS)}
                rowsOf={(all) => all.data.breakdown}
                tableOf={tableOf}
                {...shown}
              />
            )}
          </div>
        </div>
      )}
    </MeasureCard>
  );
}
