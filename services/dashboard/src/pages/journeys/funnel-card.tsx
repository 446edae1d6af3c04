import type { Schemas } from '@headwater/client/client';
import { VISIT_DIMENSIONS } from '@headwater/protos/vocabulary';
import { useLocation } from 'preact-iso/router';
import { useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { AllRows, MAX_ROWS } from '../../components/all-rows';
import { BreakdownTable, type BreakdownColumn } from '../../components/breakdown-table';
import { MetricTile } from '../../components/card';
import { MeasureCard } from '../../components/measure-card';
import { formatDimension } from '../../format/names';
import { formatCompact, formatCount, formatDuration, formatPercent } from '../../format/numbers';
import { t } from '../../strings/text';
import { useFilterLinks, useView } from '../../view/use-view';
import { windowQuery } from '../../view/view';
import { DimensionChoice } from '../events/dimension-choice';
import { FunnelForm } from './funnel-form';

type Row = Schemas['FunnelResult']['data']['breakdown'][number];

const COLUMNS: readonly BreakdownColumn<Row>[] = [
  { label: t('Entered'), value: (row) => row.entered, format: formatCount },
  { label: t('Completed'), value: (row) => row.completed, format: formatCount },
  { label: t('Rate'), value: (row) => row.conversionRate ?? undefined, format: formatPercent },
];

/** Number of rows of the breakdown. */
const ROWS = 8;

/** `72` → `Within 3 days`, `30` → `Within 30 hours`. */
const limitInWords = (hours: number): string =>
  hours % 24 === 0
    ? t('Within {count} days', { count: hours / 24 })
    : t('Within {count} hours', { count: hours });

/** Seconds as `5m 14s`, from two days on as `12d 4h`. */
function formatTime(seconds: number): string {
  const hours = Math.round(seconds / 3_600);
  return hours < 48
    ? formatDuration(seconds)
    : t('{days}d {hours}h', { days: Math.floor(hours / 24), hours: hours % 24 });
}

const tableOf = (dimension: string, rows: readonly Row[]) => ({
  columns: [formatDimension(dimension), t('Entered'), t('Completed'), t('Conversion rate')],
  rows: rows.map((row) => [row.key, row.entered, row.completed, row.conversionRate]),
});

interface Props {
  readonly site: { readonly id: number; readonly name: string };
  readonly funnel: Schemas['Funnel'];
  /** Keys of the properties by which it can be broken down. */
  readonly properties: readonly string[];
  readonly mayChange: boolean;
}

const COLUMN_DIMENSIONS: readonly string[] = VISIT_DIMENSIONS;

/** One funnel: visitors and time to convert per step, and conversions by a dimension. */
export function FunnelCard({ site, funnel, properties, mayChange }: Props) {
  const { view, search, hrefWith } = useView();
  const { route } = useLocation();
  const parameter = `by-${funnel.id}`;
  const named = search.get(parameter) ?? '';
  const property = /^props\.(.+)$/.exec(named)?.[1];
  const dimension = property !== undefined || COLUMN_DIMENSIONS.includes(named) ? named : 'channel';
  const requestFor = (limit: number) =>
    apiRequest(
      '/api/v1/sites/{id}/funnels/{funnelId}',
      { id: site.id, funnelId: funnel.id },
      { ...windowQuery(view), dimension, limit },
    );
  const request = requestFor(ROWS);
  const query = useQuery(request);
  const shown = { dimension, columns: COLUMNS, ...useFilterLinks(dimension) };
  const by = t('{name} by {dimension}', { name: funnel.name, dimension: formatDimension(dimension) });
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
          columns: [
            ...[t('Step'), t('Visitors'), t('Dropped off'), t('Conversion rate')],
            ...[t('Median seconds'), t('90th percentile seconds')],
          ],
          rows: query.data.data.steps.map((step) => [
            step.name,
            step.visitors,
            step.dropOff,
            step.conversionRate,
            step.timeToConvert?.median ?? null,
            step.timeToConvert?.p90 ?? null,
          ]),
        },
      }}
      {...(mayChange
        ? {
            change: {
              title: t('Edit the funnel “{name}”', { name: funnel.name }),
              form: (close) => <FunnelForm siteId={site.id} funnel={funnel} close={close} />,
              removal: {
                title: t('Delete the funnel “{name}”?', { name: funnel.name }),
                consequence: t('Deletes only the funnel. Its events are kept.'),
                url: `/api/v1/sites/${site.id}/funnels/${funnel.id}`,
              },
            },
          }
        : {})}
    >
      {({ data }) => (
        <div class="halves">
          <div>
            <div class="tiles funnel-tiles">
              <MetricTile label={t('Entered')} value={data.entered} format={formatCompact} />
              <MetricTile label={t('Completed')} value={data.completed} format={formatCompact} />
              <MetricTile label={t('Conversion rate')} value={data.conversionRate} format={formatPercent} />
              <MetricTile
                label={t('Median time to convert')}
                value={data.steps.at(-1)?.timeToConvert?.median ?? null}
                format={formatTime}
              />
            </div>
            <FunnelSteps label={funnel.name} steps={data.steps} />
          </div>
          <div>
            <div class="card-bar">
              <DimensionChoice
                chosen={dimension}
                columns={VISIT_DIMENSIONS}
                properties={[...new Set([...properties, ...(property === undefined ? [] : [property])])]}
                onChoose={(value) => route(hrefWith(parameter, value === 'channel' ? undefined : value))}
              />
            </div>
            {data.dimension === dimension && <BreakdownTable label={by} rows={data.breakdown} {...shown} />}
            {data.dimension === dimension && data.breakdown.length >= ROWS && (
              <AllRows
                id={`funnel-${funnel.id}`}
                title={by}
                siteName={site.name}
                request={requestFor(MAX_ROWS)}
                rowsOf={(all) => all.data.breakdown}
                tableOf={(rows) => tableOf(dimension, rows)}
                {...shown}
              />
            )}
          </div>
        </div>
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
      {steps.map(({ name, visitors, dropOff, conversionRate, timeToConvert }, index) => (
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
          {timeToConvert && (
            <p class="fine">
              {t('Median {median}, 90% within {p90}', {
                median: formatTime(timeToConvert.median),
                p90: formatTime(timeToConvert.p90),
              })}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
