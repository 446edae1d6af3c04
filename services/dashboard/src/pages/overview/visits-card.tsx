import { useMemo, useRef } from 'preact/hooks';
import { question } from '../../api/question';
import { useAnswer } from '../../api/use-answer';
import { Chart, type ChartHandle } from '../../chart/chart';
import { FigureTile } from '../../components/figure-tile';
import { ErrorState, LoadingState } from '../../components/states';
import { ExportButtons } from '../../export/export-buttons';
import { formatWindow } from '../../format/dates';
import { formatCompact, formatCount, formatDuration, formatPercent } from '../../format/numbers';
import { useView } from '../../view/use-view';
import { windowQuery } from '../../view/view';
import { grainOf } from '../../view/window';
import { earlierQuestion } from './earlier-question';
import { METRICS, metricOf } from './metrics';
import { visitsChart } from './visits-chart';
import { visitsTable } from './visits-table';

/** The figures of the window, and one of them by time. A tile chooses which. */
export function VisitsCard({ site }: { readonly site: { readonly id: number; readonly name: string } }) {
  const { view, search, hrefWith } = useView();
  const metric = metricOf(search.get('metric'));
  const grain = grainOf(view);
  const asked = question(
    '/api/v1/sites/{id}/stats',
    { id: site.id },
    { ...windowQuery(view), grain, ...(view.compare ? { compare: view.compare } : {}) },
  );
  const { data: stats, error, isLoading, reload } = useAnswer(asked);
  const comparison = view.compare === undefined ? undefined : stats?.data.comparison;
  const { data: earlier } = useAnswer(earlierQuestion(site.id, view, comparison?.range));
  const before = comparison && earlier?.range === comparison.range ? earlier : undefined;
  const chart = useMemo(() => stats && visitsChart(stats, metric, before), [stats, metric, before]);
  const handle = useRef<ChartHandle>(null);
  const beforeOf = (key: keyof NonNullable<typeof comparison>) =>
    comparison === undefined ? {} : { before: comparison[key] as number | null };
  const totals = stats?.data;
  return (
    <section class="card card-wide" aria-label="Visits" aria-busy={isLoading}>
      {error ? (
        <ErrorState error={error} onRetry={reload} />
      ) : (
        <>
          <div class="tiles">
            {METRICS.map(({ key, label }) => (
              <FigureTile
                key={key}
                label={label}
                value={totals?.[key]}
                {...beforeOf(key)}
                format={formatCompact}
                href={hrefWith('metric', key === 'visitors' ? undefined : key)}
                isChosen={key === metric.key}
              />
            ))}
            <FigureTile
              label="Bounce rate"
              value={totals?.bounceRate}
              {...beforeOf('bounceRate')}
              format={formatPercent}
              lessIsBetter
            />
            <FigureTile
              label="Visit duration"
              value={totals?.visitDuration}
              {...beforeOf('visitDuration')}
              format={formatDuration}
            />
          </div>
          <div class="card-bar">
            <p class="fine">
              {stats ? `${formatWindow(stats.range)} · ${stats.timezone}` : '\u00a0'}
              {before && ` · dashed: ${formatWindow(before.range)}`}
            </p>
            <ExportButtons
              title={`${site.name} ${metric.label}`}
              url={asked.url}
              table={stats && visitsTable(stats)}
              picture={async () =>
                handle.current?.picture({
                  title: `${site.name} · ${metric.label}`,
                  subtitle: stats ? `${formatWindow(stats.range)} · ${stats.timezone}` : '',
                })
              }
            />
          </div>
          {chart ? (
            <Chart label={`${metric.label} by ${grain}`} data={chart} format={formatCount} handle={handle} />
          ) : (
            <LoadingState label="Counting" />
          )}
        </>
      )}
    </section>
  );
}
