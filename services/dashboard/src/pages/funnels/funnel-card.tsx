import type { Schemas } from '@headwater/client/client';
import { useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { AllRows, MAX_ROWS } from '../../components/all-rows';
import { BreakdownTable, type BreakdownColumn } from '../../components/breakdown-table';
import { MetricTile } from '../../components/card';
import { MeasureCard } from '../../components/measure-card';
import { formatCompact, formatCount, formatPercent } from '../../format/numbers';
import { useFilterLinks, useView } from '../../view/use-view';
import { windowQuery } from '../../view/view';

type Row = Schemas['FunnelResult']['data']['breakdown'][number];

const COLUMNS: readonly BreakdownColumn<Row>[] = [
  { label: 'Entered', value: (row) => row.entered, format: formatCount },
  { label: 'Completed', value: (row) => row.completed, format: formatCount },
  { label: 'Rate', value: (row) => row.conversionRate ?? undefined, format: formatPercent },
];

/** Number of channels of the card. */
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
}

/** One funnel: visitors per step, and conversions by channel. */
export function FunnelCard({ site, funnel, mayChange }: Props) {
  const { view } = useView();
  const requestFor = (limit: number) =>
    apiRequest(
      '/api/v1/sites/{id}/funnels/{funnelId}',
      { id: site.id, funnelId: funnel.id },
      { ...windowQuery(view), dimension: 'channel', limit },
    );
  const request = requestFor(ROWS);
  const query = useQuery(request);
  const shown = { dimension: 'channel', columns: COLUMNS, ...useFilterLinks('channel') };
  const name = `${site.name} ${funnel.name}`;
  return (
    <MeasureCard
      title={funnel.name}
      lead={`Within ${hoursInWords(funnel.windowHours)}`}
      query={query}
      exported={{
        title: name,
        url: request.url,
        table: query.data && {
          columns: ['Step', 'Visitors', 'Dropped off', 'Conversion rate'],
          rows: query.data.data.steps.map((step) => [
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
              consequence: 'Deletes only the funnel. Its events are kept.',
              url: `/api/v1/sites/${site.id}/funnels/${funnel.id}`,
            },
          }
        : {})}
    >
      {({ data }) => (
        <>
          <div class="tiles">
            <MetricTile label="Entered" value={data.entered} format={formatCompact} />
            <MetricTile label="Completed" value={data.completed} format={formatCompact} />
            <MetricTile label="Conversion rate" value={data.conversionRate} format={formatPercent} />
          </div>
          <FunnelSteps label={funnel.name} steps={data.steps} />
          <BreakdownTable label={`${funnel.name} by channel`} rows={data.breakdown} {...shown} />
          {data.breakdown.length >= ROWS && (
            <AllRows
              id={`funnel-${funnel.id}`}
              title={`${funnel.name} by channel`}
              siteName={site.name}
              request={requestFor(MAX_ROWS)}
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

interface StepsProps {
  readonly label: string;
  readonly steps: Schemas['FunnelResult']['data']['steps'];
}

/** The steps as bars. The width is the share of the visitors who entered the funnel. */
function FunnelSteps({ label, steps }: StepsProps) {
  return (
    <ol class="funnel" aria-label={`Steps of ${label}`}>
      {steps.map(({ name, visitors, dropOff, conversionRate }, index) => (
        <li key={index} class="funnel-step">
          <p class="funnel-name">
            <span>
              {index + 1}. {name}
            </span>
            <strong class="number">{formatCount(visitors)}</strong>
          </p>
          <span class="funnel-bar" style={{ '--share': `${conversionRate ?? 0}%` }} aria-hidden="true" />
          <p class="fine">
            {conversionRate === null
              ? 'No visitors entered'
              : `${formatPercent(conversionRate)} of visitors who entered`}
            {index > 0 && dropOff > 0 && ` · ${formatCount(dropOff)} dropped off`}
          </p>
        </li>
      ))}
    </ol>
  );
}
