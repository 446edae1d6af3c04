import type { Schemas } from '@headwater/client/client';
import type { ComponentChildren } from 'preact';
import type { BreakdownColumn } from '../../components/breakdown-table';
import type { Table } from '../../export/export-buttons';
import { formatChange } from '../../format/numbers';
import { LOCALES } from '../../format/locale';
import { t } from '../../strings/text';

type Row = Schemas['Stats']['data']['breakdown'][number];

/** The columns of visits, and their table for the export. */
export interface Shown {
  readonly columns: readonly BreakdownColumn<Row>[];
  readonly tableOf: (rows: readonly Row[]) => Table;
}

const points = new Intl.NumberFormat(LOCALES, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });

/** Relative to the earlier visitors. New keys are above all others. Undefined without any visitors. */
const VISITORS: BreakdownColumn<Row> = {
  label: t('Change'),
  value: ({ visitors, comparison }) =>
    comparison && (visitors > 0 || comparison.visitors > 0)
      ? (visitors - comparison.visitors) / comparison.visitors
      : undefined,
  format: String,
  text: ({ visitors, comparison }) =>
    comparison &&
    change(visitors - comparison.visitors, formatChange(visitors, comparison.visitors) ?? t('new')),
};

/** Percentage points. Undefined without earlier sessions. */
const BOUNCES: BreakdownColumn<Row> = {
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
const HIDDEN_ON_PHONES: readonly string[] = [t('Views'), t('Conversion rate'), t('ROAS')];

/** Adds the changes of visitors and of the rate of bounces, each after its column, and the earlier counts to the exported table. */
export const compared = ({ columns, tableOf }: Shown): Shown => ({
  columns: comparedColumns(columns),
  tableOf: (rows) => {
    const table = tableOf(rows);
    const earlier = [t('Visitors'), t('Sessions'), t('Pageviews'), t('Bounce rate')];
    return {
      columns: [...table.columns, ...earlier.map((metric) => t('{metric} (previous)', { metric }))],
      rows: table.rows.map((row, index) => [...row, ...earlierCounts(rows[index])]),
    };
  },
});

function earlierCounts(row: Row | undefined): readonly (number | null)[] {
  const { visitors = null, sessions = null, pageviews = null, bounceRate = null } = row?.comparison ?? {};
  return [visitors, sessions, pageviews, bounceRate];
}

function comparedColumns(columns: readonly BreakdownColumn<Row>[]): readonly BreakdownColumn<Row>[] {
  const added: Readonly<Record<string, BreakdownColumn<Row>>> = {
    [t('Visitors')]: VISITORS,
    [t('Bounce')]: BOUNCES,
  };
  return columns.flatMap((column) => {
    const own = HIDDEN_ON_PHONES.includes(column.label) ? { ...column, isWideOnly: true } : column;
    const changes = added[column.label];
    return changes ? [own, changes] : [own];
  });
}
