import type { Schemas } from '@headwater/client/client';
import { question } from '../../api/question';
import { useAnswer } from '../../api/use-answer';
import { AllRows, MOST_ROWS } from '../../components/all-rows';
import { BreakdownTable, type BreakdownColumn } from '../../components/breakdown-table';
import { Card } from '../../components/card';
import { CountryCredit } from '../../components/country-credit';
import { ErrorState, LoadingState } from '../../components/states';
import { Tabs } from '../../components/tabs';
import { ExportButtons } from '../../export/export-buttons';
import { formatDimension } from '../../format/names';
import { formatCount, formatPercent } from '../../format/numbers';
import { useFilterLinks } from '../../view/use-filter-links';
import { useView } from '../../view/use-view';
import { windowQuery } from '../../view/view';
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
  const { view, search, hrefWith } = useView();
  const [first] = dimensions;
  const wanted = search.get(id);
  const dimension = dimensions.find(({ key }) => key === wanted)?.key ?? first?.key ?? '';
  const ask = (limit: number) =>
    question('/api/v1/sites/{id}/stats', { id: site.id }, { ...windowQuery(view), dimension, limit });
  const asked = ask(ROWS);
  const { data, error, isLoading, reload } = useAnswer(asked);
  // Rows of an earlier dimension would stand under the wrong title.
  const rows = data?.data.dimension === dimension ? data.data.breakdown : undefined;
  const name = formatDimension(dimension);
  const tableOf = (all: readonly Row[]) => ({
    columns: [name, 'Visitors', 'Sessions', 'Pageviews', 'Bounce rate'],
    rows: all.map((row) => [row.key, row.visitors, row.sessions, row.pageviews, row.bounceRate]),
  });
  const shown = { dimension, columns: COLUMNS, ...useFilterLinks(dimension) };
  return (
    <Card
      title={title}
      isLoading={isLoading}
      actions={<ExportButtons title={`${site.name} ${name}`} url={asked.url} table={rows && tableOf(rows)} />}
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
      {rows && <BreakdownTable label={`Visits by ${name.toLowerCase()}`} rows={rows} {...shown} />}
      {rows && rows.length >= ROWS && (
        <AllRows
          id={id}
          title={`Visits by ${name.toLowerCase()}`}
          siteName={site.name}
          asked={ask(MOST_ROWS)}
          rowsOf={(answer) => (answer.data.dimension === dimension ? answer.data.breakdown : [])}
          tableOf={tableOf}
          {...shown}
        />
      )}
      {dimension === 'country' && <CountryCredit />}
    </Card>
  );
}
