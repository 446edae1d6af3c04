import type { Schemas } from '@headwater/client/client';
import { question } from '../../api/question';
import { useAnswer } from '../../api/use-answer';
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
import { FunnelSteps } from './funnel-steps';

type Row = Schemas['FunnelResult']['data']['breakdown'][number];

const COLUMNS: readonly BreakdownColumn<Row>[] = [
  { label: 'Entered', value: (row) => row.entered, format: formatCount },
  { label: 'Completed', value: (row) => row.completed, format: formatCount },
  { label: 'Rate', value: (row) => row.conversionRate ?? undefined, format: formatPercent },
];

interface Props {
  readonly site: { readonly id: number; readonly name: string };
  readonly funnel: Schemas['Funnel'];
  readonly mayChange: boolean;
  readonly onGone: () => void;
}

/** One funnel: how many take each step, and which channels bring those who go all the way. */
export function FunnelCard({ site, funnel, mayChange, onGone }: Props) {
  const { view } = useView();
  const asked = question(
    '/api/v1/sites/{id}/funnels/{funnelId}',
    { id: site.id, funnelId: funnel.id },
    { ...windowQuery(view), dimension: 'channel', limit: 8 },
  );
  const { data: answer, error, isLoading, reload } = useAnswer(asked);
  const filterLinks = useFilterLinks('channel');
  return (
    <Card
      title={funnel.name}
      isLoading={isLoading}
      actions={
        <ExportButtons
          title={`${site.name} ${funnel.name}`}
          url={asked.url}
          table={
            answer && {
              columns: ['Step', 'Visitors', 'Dropped off', 'Conversion rate'],
              rows: answer.data.steps.map((step) => [
                step.name,
                step.visitors,
                step.dropOff,
                step.conversionRate,
              ]),
            }
          }
        />
      }
    >
      <p class="fine">
        {`Within ${funnel.windowHours} hours`}
        {answer && ` · ${formatWindow(answer.range)} · ${answer.timezone}`}
      </p>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!answer && !error && <LoadingState label="Counting" />}
      {answer && (
        <>
          <div class="tiles">
            <FigureTile label="Entered" value={answer.data.entered} format={formatCompact} />
            <FigureTile label="Completed" value={answer.data.completed} format={formatCompact} />
            <FigureTile label="Conversion rate" value={answer.data.conversionRate} format={formatPercent} />
          </div>
          <FunnelSteps label={funnel.name} steps={answer.data.steps} />
          <BreakdownTable
            label={`${funnel.name} by channel`}
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
            title={`Delete the funnel “${funnel.name}”?`}
            method="DELETE"
            url={`/api/v1/sites/${site.id}/funnels/${funnel.id}`}
            onDone={onGone}
          >
            Its events stay; only the funnel goes.
          </ConfirmButton>
        </div>
      )}
    </Card>
  );
}
