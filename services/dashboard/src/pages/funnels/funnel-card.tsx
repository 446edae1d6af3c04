import type { Schemas } from '@headwater/client/client';
import { useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { AllRows, MAX_ROWS } from '../../components/all-rows';
import { BreakdownTable, type BreakdownColumn } from '../../components/breakdown-table';
import { MetricTile } from '../../components/card';
import { MeasureCard } from '../../components/measure-card';
import { formatCompact, formatCount, formatPercent } from '../../format/numbers';
import { t } from '../../strings/text';
import { useFilterLinks, useView } from '../../view/use-view';
import { windowQuery } from '../../view/view';

type Row = Schemas['FunnelResult']['data']['breakdown'][number];

const COLUMNS: readonly BreakdownColumn<Row>[] = [
  { label: t('Entered'), value: (row) => row.entered, format: formatCount },
  { label: t('Completed'), value: (row) => row.completed, format: formatCount },
  { label: t('Rate'), value: (row) => row.conversionRate ?? undefined, format: formatPercent },
];

/** Number of channels of the card. */
const ROWS = 8;

/** `72` → `Within 3 days`, `30` → `Within 30 hours`. */
const limitInWords = (hours: number): string =>
  hours % 24 === 0
    ? t('Within {count} days', { count: hours / 24 })
    : t('Within {count} hours', { count: hours });

const tableOf = (rows: readonly Row[]) => ({
  columns: [t('Channel'), t('Entered'), t('Completed'), t('Conversion rate')],
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
      lead={limitInWords(funnel.windowHours)}
      query={query}
      exported={{
        title: name,
        url: request.url,
        table: query.data && {
          columns: [t('Step'), t('Visitors'), t('Dropped off'), t('Conversion rate')],
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
              title: t('Delete the funnel “{name}”?', { name: funnel.name }),
              consequence: t('Deletes only the funnel. Its events are kept.'),
              url: `/api/v1/sites/${site.id}/funnels/${funnel.id}`,
            },
          }
        : {})}
    >
      {({ data }) => (
        <>
          <div class="tiles">
            <MetricTile label={t('Entered')} value={data.entered} format={formatCompact} />
            <MetricTile label={t('Completed')} value={data.completed} format={formatCompact} />
            <MetricTile label={t('Conversion rate')} value={data.conversionRate} format={formatPercent} />
          </div>
          <FunnelSteps label={funnel.name} steps={data.steps} />
          <BreakdownTable
            label={t('{name} by channel', { name: funnel.name })}
            rows={data.breakdown}
            {...shown}
          />
          {data.breakdown.length >= ROWS && (
            <AllRows
              id={`funnel-${funnel.id}`}
              title={t('{name} by channel', { name: funnel.name })}
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
    <ol class="funnel" aria-label={t('Steps of {funnel}', { funnel: label })}>
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
              ? t('No visitors entered')
              : t('{share} of visitors who entered', { share: formatPercent(conversionRate) })}
            {index > 0 && dropOff > 0 && ` · ${t('{count} dropped off', { count: dropOff })}`}
          </p>
        </li>
      ))}
    </ol>
  );
}
