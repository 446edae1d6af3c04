import type { Schemas } from '@headwater/client/client';
import { question } from '../../api/question';
import { useAnswer } from '../../api/use-answer';
import { AllRows, MOST_ROWS } from '../../components/all-rows';
import { BreakdownTable, type BreakdownColumn } from '../../components/breakdown-table';
import { FigureTile } from '../../components/figure-tile';
import { MeasureCard } from '../../components/measure-card';
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

/** How many channels a card shows. */
const ROWS = 8;

/** `72` → `3 days`, `30` → `30 hours`. */
function hoursInWords(hours: number): string {
  const [count, unit] = hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour'];
  return `${formatCount(count)} ${unit}${count === 1 ? '' : 's'}`;
}

const tableOf = (rows: readonly Row[]) => ({
  columns: ['Channel', 'Entered', 'Completed', 'Conversion rate'],
  rows: rows.map((row) => [row.key, row.entered, row.completed, row.conversionRate]),
});

interface Props {
  readonly site: { readonly id: number; readonly name: string };
  readonly funnel: Schemas['Funnel'];
  readonly mayChange: boolean;
  readonly onGone: () => void;
}

/** One funnel: how many take each step, and which channels bring those who go all the way. */
export function FunnelCard({ site, funnel, mayChange, onGone }: Props) {
  const { view } = useView();
  const ask = (limit: number) =>
    question(
      '/api/v1/sites/{id}/funnels/{funnelId}',
      { id: site.id, funnelId: funnel.id },
      { ...windowQuery(view), dimension: 'channel', limit },
    );
  const asked = ask(ROWS);
  const answered = useAnswer(asked);
  const shown = { dimension: 'channel', columns: COLUMNS, ...useFilterLinks('channel') };
  const name = `${site.name} ${funnel.name}`;
  return (
    <MeasureCard
      title={funnel.name}
      lead={`Within ${hoursInWords(funnel.windowHours)}`}
      answered={answered}
      exported={{
        title: name,
        url: asked.url,
        table: answered.data && {
          columns: ['Step', 'Visitors', 'Dropped off', 'Conversion rate'],
          rows: answered.data.data.steps.map((step) => [
            step.name,
            step.visitors,
            step.dropOff,
            step.conversionRate,
          ]),
        },
      }}
      {...(mayChange
        ? {
            removal: {
              what: 'funnel',
              consequence: 'Its events stay; only the funnel goes.',
              url: `/api/v1/sites/${site.id}/funnels/${funnel.id}`,
              onGone,
            },
          }
        : {})}
    >
      {({ data }) => (
        <>
          <div class="tiles">
            <FigureTile label="Entered" value={data.entered} format={formatCompact} />
            <FigureTile label="Completed" value={data.completed} format={formatCompact} />
            <FigureTile label="Conversion rate" value={data.conversionRate} format={formatPercent} />
          </div>
          <FunnelSteps label={funnel.name} steps={data.steps} />
          <BreakdownTable label={`${funnel.name} by channel`} rows={data.breakdown} {...shown} />
          {data.breakdown.length >= ROWS && (
            <AllRows
              id={`funnel-${funnel.id}`}
              title={`${funnel.name} by channel`}
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
