import type { Schemas } from '@headwater/client/client';
import type { ComponentChildren } from 'preact';
import type { BreakdownColumn } from '../../components/breakdown-table';
import type { Shown } from '../../components/use-compared';
import { formatChange } from '../../format/numbers';
import { LOCALES } from '../../format/locale';
import { t } from '../../strings/text';

type VisitsRow = Schemas['Stats']['data']['breakdown'][number];
type EventRow = Schemas['EventAnalysis']['data']['breakdown'][number];

const points = new Intl.NumberFormat(LOCALES, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });

type Counts<Metric extends string> = Readonly<Record<Metric, number>>;

/** Relative to the earlier count. New keys are above all others. Undefined if both counts are 0. */
function relativeChange<Metric extends string>(
  metric: Metric,
): BreakdownColumn<Counts<Metric> & { readonly comparison?: Counts<Metric> }> {
  return {
    label: t('Change'),
    value: ({ [metric]: now, comparison }) =>
      comparison && (now > 0 || comparison[metric] > 0)
        ? (now - comparison[metric]) / comparison[metric]
        : undefined,
    format: String,
    text: ({ [metric]: now, comparison }) =>
      comparison && change(now - comparison[metric], formatChange(now, comparison[metric]) ?? t('new')),
  };
}

/** Percentage points. Undefined without earlier sessions. */
const BOUNCES: BreakdownColumn<VisitsRow> = {
  label: t('Change of bounce'),
  value: ({ bounceRate, comparison }) => differenceOf(bounceRate, comparison?.bounceRate),
  format: String,
  text: ({ bounceRate, comparison }) => {
    const difference = differenceOf(bounceRate, comparison?.bounceRate);
    return difference === undefined
      ? '–'
      : change(difference, t('{points} pp', { points: points.format(difference) }), -1);
  },
  isWideOnly: true,
};

const differenceOf = (now: number, before: number | null | undefined): number | undefined =>
  before === null || before === undefined ? undefined : now - before;

const UP = 'M4 1 8 7H0Z';
const DOWN = 'M4 7 0 1h8Z';

/** A difference with its direction. @param good the sign of an improvement. */
function change(difference: number, text: string, good = 1): ComponentChildren {
  const sign = Math.sign(difference);
  if (sign === 0) return text;
  return (
    <span class={sign === good ? 'tile-change-good' : 'tile-change-bad'}>
      {/* Not a character: not every font has one. */}
      <svg width="8" height="8" aria-hidden="true" data-direction={sign > 0 ? 'up' : 'down'}>
        <path d={sign > 0 ? UP : DOWN} fill="currentColor" />
      </svg>{' '}
      {text}
    </span>
  );
}

/** Columns that phones have no space for beside the changes. */
const HIDDEN_ON_PHONES: readonly string[] = [t('Views'), t('Conversion rate'), t('ROAS'), t('Pageviews')];

/** A metric of the earlier window in the exported table. */
interface EarlierMetric<Row> {
  readonly metric: string;
  readonly value: (row: Row) => number | null | undefined;
}

/** Adds the changes, each after the column with its label, and the earlier metrics to the exported table. */
function withChanges<Row>(
  { columns, tableOf }: Shown<Row>,
  changes: Readonly<Record<string, BreakdownColumn<Row>>>,
  earlier: readonly EarlierMetric<Row>[],
): Shown<Row> {
  return {
    columns: columns.flatMap((column) => {
      const own = HIDDEN_ON_PHONES.includes(column.label) ? { ...column, isWideOnly: true } : column;
      const added = changes[column.label];
      return added ? [own, added] : [own];
    }),
    tableOf: (rows) => {
      const table = tableOf(rows);
      return {
        columns: [...table.columns, ...earlier.map(({ metric }) => t('{metric} (previous)', { metric }))],
        rows: rows.map((row, index) => [
          ...(table.rows[index] ?? []),
          ...earlier.map(({ value }) => value(row) ?? null),
        ]),
      };
    },
  };
}

/** Adds the changes of visitors and of the rate of bounces. */
export const comparedVisits = (shown: Shown<VisitsRow>): Shown<VisitsRow> =>
  withChanges(shown, { [t('Visitors')]: relativeChange('visitors'), [t('Bounce')]: BOUNCES }, [
    { metric: t('Visitors'), value: ({ comparison }) => comparison?.visitors },
    { metric: t('Sessions'), value: ({ comparison }) => comparison?.sessions },
    { metric: t('Pageviews'), value: ({ comparison }) => comparison?.pageviews },
    { metric: t('Bounce rate'), value: ({ comparison }) => comparison?.bounceRate },
  ]);

/** Adds the change of events. Breakdowns by a property have no pageviews. */
export function comparedEvents(shown: Shown<EventRow>): Shown<EventRow> {
  const hasPageviews = shown.columns.some(({ label }) => label === t('Pageviews'));
  return withChanges(shown, { [t('Events')]: relativeChange('events') }, [
    { metric: t('Events'), value: ({ comparison }) => comparison?.events },
    { metric: t('Visitors'), value: ({ comparison }) => comparison?.visitors },
    ...(hasPageviews
      ? [
          { metric: t('Pageviews'), value: ({ comparison }: EventRow) => comparison?.pageviews },
          { metric: t('Event rate'), value: ({ comparison }: EventRow) => comparison?.eventRate },
        ]
      : []),
  ]);
}
