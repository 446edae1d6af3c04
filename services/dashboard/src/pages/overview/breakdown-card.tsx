import type { Schemas } from '@headwater/client/client';
import { question } from '../../api/question';
import { useAnswer } from '../../api/use-answer';
import { BreakdownTable, type BreakdownColumn } from '../../components/breakdown-table';
import { Card } from '../../components/card';
import { CountryCredit } from '../../components/country-credit';
import { ErrorState, LoadingState } from '../../components/states';
import { Tabs } from '../../components/tabs';
import { ExportButtons } from '../../export/export-buttons';
import { formatDimension } from '../../format/names';
import { formatCount, formatPercent } from '../../format/numbers';
import { useView } from '../../view/use-view';
import { toggleFilter, windowQuery } from '../../view/view';
import type { Breakdown } from './breakdowns';

type Row = Schemas['Stats']['data']['breakdown'][number];

const COLUMNS: readonly BreakdownColumn<Row>[] = [
  { label: 'Visitors', value: (row) => row.visitors, format: formatCount },
  { label: 'Views', value: (row) => row.pageviews, format: formatCount },
  { label: 'Bounce', value: (row) => row.bounceRate, format: formatPercent },
];

/** How many rows a card shows. */
const ROWS = 10;

interface Props {
  readonly site: { readonly id: number; readonly name: string };
  readonly breakdown: Breakdown;
}

/** Visits by one dimension; a click on a key filters the whole page by it, another takes the filter off. */
export function BreakdownCard({ site, breakdown: { id, title, dimensions } }: Props) {
  const { view, search, href, hrefWith } = useView();
  const [first] = dimensions;
  const wanted = search.get(id);
  const dimension = dimensions.find(({ key }) => key === wanted)?.key ?? first?.key ?? '';
  const asked = question(
    '/api/v1/sites/{id}/stats',
    { id: site.id },
    { ...windowQuery(view), dimension, limit: ROWS },
  );
  const { data, error, isLoading, reload } = useAnswer(asked);
  // Rows of an earlier dimension would stand under the wrong title.
  const rows = data?.data.dimension === dimension ? data.data.breakdown : undefined;
  const filterOf = (key: string) => ({ key: dimension, operator: 'is', value: key }) as const;
  const name = formatDimension(dimension);
  return (
    <Card
      title={title}
      isLoading={isLoading}
      actions={
        <ExportButtons
          title={`${site.name} ${name}`}
          url={asked.url}
          table={
            rows && {
              columns: [name, 'Visitors', 'Sessions', 'Pageviews', 'Bounce rate'],
              rows: rows.map((row) => [row.key, row.visitors, row.sessions, row.pageviews, row.bounceRate]),
            }
          }
        />
      }
    >
      {dimensions.length > 1 && (
        <Tabs
          label={`${title} by`}
          chosen={dimension}
          tabs={dimensions.map(({ key, label }) => ({
            id: key,
            label,
            href: hrefWith(id, key === first?.key ? undefined : key),
          }))}
        />
      )}
      {error && <ErrorState error={error} onRetry={reload} />}
      {!rows && !error && <LoadingState label="Counting" />}
      {rows && (
        <BreakdownTable
          label={`Visits by ${name.toLowerCase()}`}
          dimension={dimension}
          rows={rows}
          columns={COLUMNS}
          href={(key) => href({ filters: toggleFilter(view.filters, filterOf(key)) })}
          isChosen={(key) =>
            view.filters.some(
              (filter) => filter.key === dimension && filter.operator === 'is' && filter.value === key,
            )
          }
        />
      )}
      {dimension === 'country' && <CountryCredit />}
    </Card>
  );
}
