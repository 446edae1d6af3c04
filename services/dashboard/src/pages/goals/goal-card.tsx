import type { Schemas } from '@headwater/client/client';
import { useMemo, useRef } from 'preact/hooks';
import { question } from '../../api/question';
import { useAnswer } from '../../api/use-answer';
import { Chart, type ChartHandle } from '../../chart/chart';
import { bucketOf } from '../../chart/series';
import { AllRows, MOST_ROWS } from '../../components/all-rows';
import { BreakdownTable, type BreakdownColumn } from '../../components/breakdown-table';
import { FigureTile } from '../../components/figure-tile';
import { MeasureCard } from '../../components/measure-card';
import { formatWindow } from '../../format/dates';
import { formatCompact, formatCount, formatPercent } from '../../format/numbers';
import { useView } from '../../view/use-view';
import { useFilterLinks } from '../../view/use-filter-links';
import { windowQuery } from '../../view/view';
import { grainOf } from '../../view/window';
import { targetOf } from './new-goal';

type Row = Schemas['GoalResult']['data']['breakdown'][number];

const COLUMNS: readonly BreakdownColumn<Row>[] = [
  { label: 'Conversions', value: (row) => row.conversions, format: formatCount },
  { label: 'Visitors', value: (row) => row.visitors, format: formatCount },
  { label: 'Rate', value: (row) => row.conversionRate, format: formatPercent },
];

/** How many channels a card shows. */
const ROWS = 8;

const tableOf = (rows: readonly Row[]) => ({
  columns: ['Channel', 'Conversions', 'Visitors', 'Conversion rate'],
  rows: rows.map((row) => [row.key, row.conversions, row.visitors, row.conversionRate ?? null]),
});

interface Props {
  readonly site: { readonly id: number; readonly name: string };
  readonly goal: Schemas['Goal'];
  readonly mayChange: boolean;
  readonly onGone: () => void;
}

/** One goal: its figures, its course, and which channels it comes from. */
export function GoalCard({ site, goal, mayChange, onGone }: Props) {
  const { view } = useView();
  const grain = grainOf(view);
  const ask = (limit: number) =>
    question(
      '/api/v1/sites/{id}/goals/{goalId}',
      { id: site.id, goalId: goal.id },
      { ...windowQuery(view), grain, dimension: 'channel', limit },
    );
  const asked = ask(ROWS);
  const answered = useAnswer(asked);
  const answer = answered.data;
  const handle = useRef<ChartHandle>(null);
  const chart = useMemo(
    () =>
      answer && {
        grain: answer.grain,
        timezone: answer.timezone,
        buckets: answer.data.series.map((row) => bucketOf(row, answer.grain)),
        series: [
          {
            label: 'Conversions',
            kind: 'area' as const,
            values: answer.data.series.map(({ conversions }) => conversions),
          },
        ],
      },
    [answer],
  );
  const when = answer ? `${formatWindow(answer.range)} · ${answer.timezone}` : '';
  const shown = { dimension: 'channel', columns: COLUMNS, ...useFilterLinks('channel') };
  const name = `${site.name} ${goal.name}`;
  return (
    <MeasureCard
      title={goal.name}
      lead={
        <>
          {goal.type === 'event' ? 'Event' : 'Page'} <code>{targetOf(goal)}</code>
        </>
      }
      answered={answered}
      exported={{
        title: name,
        url: asked.url,
        table: answer && {
          columns: [answer.grain, 'Conversions', 'Visitors'],
          rows: answer.data.series.map((row) => [bucketOf(row, answer.grain), row.conversions, row.visitors]),
        },
        picture: async () =>
          handle.current?.picture({ title: `${site.name} · ${goal.name}`, subtitle: when }),
      }}
      {...(mayChange
        ? {
            removal: {
              what: 'goal',
              consequence: 'Its events stay and are counted under their names; only the goal goes.',
              url: `/api/v1/sites/${site.id}/goals/${goal.id}`,
              onGone,
            },
          }
        : {})}
    >
      {({ grain: of, data }) => (
        <>
          <div class="tiles">
            <FigureTile label="Conversions" value={data.conversions} format={formatCompact} />
            <FigureTile label="Visitors" value={data.visitors} format={formatCompact} />
            <FigureTile label="Of all visitors" value={data.conversionRate} format={formatPercent} />
          </div>
          {chart && (
            <Chart
              label={`${goal.name} by ${of}`}
              data={chart}
              format={formatCount}
              height={160}
              handle={handle}
            />
          )}
          <BreakdownTable label={`${goal.name} by channel`} rows={data.breakdown} {...shown} />
          {data.breakdown.length >= ROWS && (
            <AllRows
              id={`goal-${goal.id}`}
              title={`${goal.name} by channel`}
              siteName={site.name}
              asked={ask(MOST_ROWS)}
              rowsOf={(all) => all.data.breakdown}
              tableOf={tableOf}
              {...shown}
            />
          )}
        </>
      )}
    </MeasureCard>
  );
}
