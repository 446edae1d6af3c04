import type { Schemas } from '@headwater/client/client';
import { useMemo, useRef } from 'preact/hooks';
import { question } from '../../api/question';
import { useAnswer } from '../../api/use-answer';
import { Chart, type ChartHandle } from '../../chart/chart';
import { bucketOf } from '../../chart/series';
import { BreakdownTable, type BreakdownColumn } from '../../components/breakdown-table';
import { Card } from '../../components/card';
import { ConfirmButton } from '../../components/confirm-button';
import { FigureTile } from '../../components/figure-tile';
import { ErrorState, LoadingState } from '../../components/states';
import { ExportButtons } from '../../export/export-buttons';
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
  const asked = question(
    '/api/v1/sites/{id}/goals/{goalId}',
    { id: site.id, goalId: goal.id },
    { ...windowQuery(view), grain, dimension: 'channel', limit: 8 },
  );
  const { data: answer, error, isLoading, reload } = useAnswer(asked);
  const handle = useRef<ChartHandle>(null);
  const chart = useMemo(
    () =>
      answer && {
        grain: answer.grain,
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
  const filterLinks = useFilterLinks('channel');
  return (
    <Card
      title={goal.name}
      isLoading={isLoading}
      actions={
        <ExportButtons
          title={`${site.name} ${goal.name}`}
          url={asked.url}
          table={
            answer && {
              columns: [answer.grain, 'Conversions', 'Visitors'],
              rows: answer.data.series.map((row) => [
                bucketOf(row, answer.grain),
                row.conversions,
                row.visitors,
              ]),
            }
          }
          picture={async () =>
            handle.current?.picture({ title: `${site.name} · ${goal.name}`, subtitle: when })
          }
        />
      }
    >
      <p class="fine">
        {goal.type === 'event' ? 'Event' : 'Page'} <code>{targetOf(goal)}</code>
        {when && ` · ${when}`}
      </p>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!answer && !error && <LoadingState label="Counting" />}
      {answer && chart && (
        <>
          <div class="tiles">
            <FigureTile label="Conversions" value={answer.data.conversions} format={formatCompact} />
            <FigureTile label="Visitors" value={answer.data.visitors} format={formatCompact} />
            <FigureTile label="Of all visitors" value={answer.data.conversionRate} format={formatPercent} />
          </div>
          <Chart
            label={`${goal.name} by ${answer.grain}`}
            data={chart}
            format={formatCount}
            height={160}
            handle={handle}
          />
          <BreakdownTable
            label={`${goal.name} by channel`}
            dimension="channel"
            rows={answer.data.breakdown}
            columns={COLUMNS}
            {...filterLinks}
          />
        </>
      )}
      {mayChange && (
        <div class="card-foot">
          <ConfirmButton
            label="Delete"
            icon="bin"
            look="tool"
            title={`Delete the goal “${goal.name}”?`}
            method="DELETE"
            url={`/api/v1/sites/${site.id}/goals/${goal.id}`}
            onDone={onGone}
          >
            Its events stay and are counted under their names; only the goal goes.
          </ConfirmButton>
        </div>
      )}
    </Card>
  );
}
