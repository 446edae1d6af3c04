import { useMemo, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { question } from '../../api/question';
import { useAnswer } from '../../api/use-answer';
import { Chart, type ChartHandle } from '../../chart/chart';
import { bucketOf } from '../../chart/series';
import { MOST_ROWS } from '../../components/all-rows';
import { Card } from '../../components/card';
import { Choice } from '../../components/choice';
import { FigureTile } from '../../components/figure-tile';
import { ErrorState, LoadingState } from '../../components/states';
import { ExportButtons } from '../../export/export-buttons';
import { formatWindow } from '../../format/dates';
import { formatCompact, formatCount, formatPercent } from '../../format/numbers';
import { useView } from '../../view/use-view';
import { windowQuery } from '../../view/view';
import { grainOf } from '../../view/window';
import { dimensionGroups, dimensionIn } from './event-dimensions';
import { EventBreakdown } from './event-breakdown';

/** How many rows the breakdown shows. */
const ROWS = 10;

interface Props {
  readonly site: { readonly id: number; readonly name: string };
  readonly name: string;
  /** Keys of the properties that the event was seen with. */
  readonly properties: readonly string[];
}

/** One event: its figures, its course, and a breakdown by any column or property. */
export function EventCard({ site, name, properties }: Props) {
  const { view, search, hrefWith } = useView();
  const { route } = useLocation();
  const dimension = dimensionIn(search.get('by'), properties);
  const grain = grainOf(view);
  const ask = (limit: number) =>
    question(
      '/api/v1/sites/{id}/events/{name}',
      { id: site.id, name },
      { ...windowQuery(view), grain, dimension, limit },
    );
  const asked = ask(ROWS);
  const { data: answer, error, isLoading, reload } = useAnswer(asked);
  const handle = useRef<ChartHandle>(null);
  const chart = useMemo(
    () =>
      answer && {
        grain: answer.grain,
        timezone: answer.timezone,
        buckets: answer.data.series.map((row) => bucketOf(row, answer.grain)),
        series: [
          { label: 'Events', kind: 'area' as const, values: answer.data.series.map(({ events }) => events) },
          { label: 'Visitors', values: answer.data.series.map(({ visitors }) => visitors) },
        ],
      },
    [answer],
  );
  const when = answer ? `${formatWindow(answer.range)} · ${answer.timezone}` : '';
  return (
    <Card
      title={name}
      wide
      isLoading={isLoading}
      actions={
        <ExportButtons
          title={`${site.name} ${name}`}
          url={asked.url}
          table={
            answer && {
              columns: [answer.grain, 'Events', 'Visitors'],
              rows: answer.data.series.map((row) => [bucketOf(row, answer.grain), row.events, row.visitors]),
            }
          }
          picture={async () => handle.current?.picture({ title: `${site.name} · ${name}`, subtitle: when })}
        />
      }
    >
      {error && <ErrorState error={error} onRetry={reload} />}
      {!answer && !error && <LoadingState label="Counting" />}
      {answer && chart && (
        <>
          <div class="tiles">
            <FigureTile label="Events" value={answer.data.events} format={formatCompact} />
            <FigureTile label="Unique visitors" value={answer.data.uniqueVisitors} format={formatCompact} />
            <FigureTile label="Pageviews" value={answer.data.pageviews} format={formatCompact} />
            <FigureTile
              label="Events per 100 pageviews"
              value={answer.data.eventRate ?? null}
              format={formatPercent}
            />
          </div>
          {answer.data.note !== undefined && <p class="fine">{answer.data.note}</p>}
          <p class="fine">{when}</p>
          <Chart label={`${name} by ${answer.grain}`} data={chart} format={formatCount} handle={handle} />
          <div class="card-bar">
            <Choice
              label="Broken down by"
              chosen={dimension}
              groups={dimensionGroups(properties)}
              onChoose={(value) => route(hrefWith('by', value))}
            />
          </div>
          {answer.data.dimension === dimension && (
            <EventBreakdown
              site={site}
              answer={answer}
              asked={asked}
              {...(answer.data.breakdown.length >= ROWS ? { askedAll: ask(MOST_ROWS) } : {})}
            />
          )}
        </>
      )}
    </Card>
  );
}
