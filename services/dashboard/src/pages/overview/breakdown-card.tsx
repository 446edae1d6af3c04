import type { Schemas } from '@headwater/client/client';
import { useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { AllRows, MAX_ROWS } from '../../components/all-rows';
import { BreakdownTable, CountryCredit, type BreakdownColumn } from '../../components/breakdown-table';
import { Card, Tabs } from '../../components/card';
import { ErrorState, LoadingState } from '../../components/states';
import { ExportButtons } from '../../export/export-buttons';
import { formatDimension } from '../../format/names';
import { formatCount, formatPercent } from '../../format/numbers';
import { useFilterLinks, useView } from '../../view/use-view';
import { windowQuery } from '../../view/view';

/** A card that breaks visits down by a selectable dimension. */
interface Breakdown {
  /** URL parameter with the selected dimension. */
  readonly id: string;
  readonly title: string;
  /** The first dimension is the default. */
  readonly dimensions: readonly { readonly key: string; readonly label: string }[];
}

/** The breakdown cards of the overview, in order. */
export const BREAKDOWNS: readonly Breakdown[] = [
  {
    id: 'pages',
    title: 'Pages',
    dimensions: [
      { key: 'pathname', label: 'All' },
      { key: 'entry_page', label: 'Entry' },
      { key: 'exit_page', label: 'Exit' },
    ],
  },
  {
    id: 'sources',
    title: 'Sources',
    dimensions: [
      { key: 'source', label: 'Sources' },
      { key: 'channel', label: 'Channels' },
      { key: 'utm_campaign', label: 'Campaigns' },
      { key: 'referrer', label: 'Referrers' },
    ],
  },
  {
    id: 'places',
    title: 'Locations',
    dimensions: [
      { key: 'country', label: 'Countries' },
      // Needs a city database.
      { key: 'region', label: 'Regions' },
    ],
  },
  {
    id: 'devices',
    title: 'Devices',
    dimensions: [
      { key: 'device', label: 'Devices' },
      { key: 'browser', label: 'Browsers' },
      { key: 'os', label: 'Systems' },
    ],
  },
];

type Row = Schemas['Stats']['data']['breakdown'][number];

const COLUMNS: readonly BreakdownColumn<Row>[] = [
  { label: 'Visitors', value: (row) => row.visitors, format: formatCount },
  { label: 'Views', value: (row) => row.pageviews, format: formatCount },
  { label: 'Bounce', value: (row) => row.bounceRate, format: formatPercent },
];

/** Number of rows of a card. */
const ROWS = 10;

interface Props {
  readonly site: { readonly id: number; readonly name: string };
  readonly breakdown: Breakdown;
}

/** Visits by one dimension. A click on a key filters the page by it; a second click removes the filter. */
export function BreakdownCard({ site, breakdown: { id, title, dimensions } }: Props) {
  const { view, search, hrefWith } = useView();
  const [first] = dimensions;
  const selected = search.get(id);
  const dimension = dimensions.find(({ key }) => key === selected)?.key ?? first?.key ?? '';
  const requestFor = (limit: number) =>
    apiRequest('/api/v1/sites/{id}/stats', { id: site.id }, { ...windowQuery(view), dimension, limit });
  const request = requestFor(ROWS);
  const { data, error, isLoading, reload } = useQuery(request);
  // Until the response arrives, the data belongs to the dimension selected before.
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
      actions={
        <ExportButtons title={`${site.name} ${name}`} url={request.url} table={rows && tableOf(rows)} />
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
      {rows && <BreakdownTable label={`Visits by ${name.toLowerCase()}`} rows={rows} {...shown} />}
      {rows && rows.length >= ROWS && (
        <AllRows
          id={id}
          title={`Visits by ${name.toLowerCase()}`}
          siteName={site.name}
          request={requestFor(MAX_ROWS)}
          rowsOf={(response) => (response.data.dimension === dimension ? response.data.breakdown : [])}
          tableOf={tableOf}
          {...shown}
        />
      )}
      {dimension === 'country' && <CountryCredit />}
    </Card>
  );
}
