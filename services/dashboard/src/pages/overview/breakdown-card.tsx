import type { Schemas } from '@headwater/client/client';
import { useQuery } from '../../api/hooks';
import { AllRows, MAX_ROWS } from '../../components/all-rows';
import { BreakdownTable, CountryCredit, type BreakdownColumn } from '../../components/breakdown-table';
import { Card, Tabs } from '../../components/card';
import { ErrorState, LoadingState } from '../../components/states';
import { useCompared } from '../../components/use-compared';
import { ExportButtons } from '../../export/export-buttons';
import { formatDimension } from '../../format/names';
import { formatCount, formatPercent } from '../../format/numbers';
import { inSentence, t } from '../../strings/text';
import { useFilterLinks, useView } from '../../view/use-view';
import { useLazy, type Lazy } from '../../lazy';
import type { CountryMapProps } from './country-map';
import { breakdownRequest, ROWS, selectedDimension, type Breakdown } from './requests';
import { loadCompared, type Visits } from './visits';

type Row = Schemas['Stats']['data']['breakdown'][number];

const COLUMNS: readonly BreakdownColumn<Row>[] = [
  { label: t('Visitors'), value: (row) => row.visitors, format: formatCount },
  { label: t('Views'), value: (row) => row.pageviews, format: formatCount },
  { label: t('Bounce'), value: (row) => row.bounceRate, format: formatPercent },
];

interface Props {
  readonly site: { readonly id: number; readonly name: string };
  readonly breakdown: Breakdown;
  /** Has the rows of the dimensions with which the page was opened. */
  readonly visits: Visits;
}

/** The URL parameter of a breakdown that is shown on a map. */
const MAP = 'map';

const loadMap: Lazy<CountryMapProps> = () => import('./country-map').then(({ CountryMap }) => CountryMap);

/** Loads the outlines of the countries when the map is first shown. */
function LazyMap(props: CountryMapProps) {
  const { component: CountryMap, error } = useLazy(loadMap);
  if (error) return <ErrorState error={error} onRetry={() => location.reload()} />;
  return CountryMap ? <CountryMap {...props} /> : <LoadingState label={t('Loading the map')} />;
}

/** The rows of a dimension; undefined while the data belongs to the dimension selected before. */
function rowsBy(dimension: string, { data }: Schemas['Stats']): readonly Row[] | undefined {
  if (data.dimension === dimension) return data.breakdown;
  return data.breakdowns?.find((breakdown) => breakdown.dimension === dimension)?.rows;
}

/** Whether the page's request has no rows of a dimension because its breakdowns together exceed a limit. */
function isTooHeavyTogether(dimension: string, stats: Schemas['Stats'] | undefined): boolean {
  const breakdown = stats?.data.breakdowns?.find((each) => each.dimension === dimension);
  return breakdown?.error !== undefined;
}

/** Visits by one dimension. A click on a key filters the page by it; a second click removes the filter. */
export function BreakdownCard({ site, breakdown, visits }: Props) {
  const { id, title, dimensions, hasMap } = breakdown;
  const { view, search, hrefWith } = useView();
  const [first] = dimensions;
  const dimension = selectedDimension(breakdown, search);
  const isMap = hasMap === true && search.get(id) === MAP;
  const requestFor = (limit: number) => breakdownRequest(site.id, view, { dimension, limit });
  const request = requestFor(isMap ? MAX_ROWS : ROWS);
  const isOpened =
    !isMap && visits.dimensions.includes(dimension) && !isTooHeavyTogether(dimension, visits.data);
  const own = useQuery(isOpened ? undefined : request);
  const { data, isLoading, reload } = isOpened ? visits : own;
  // The card of the visits shows the error of the common request.
  const { error } = own;
  const isFailed = (isOpened ? visits.error : error) !== undefined;
  const rows = data && rowsBy(dimension, data);
  const name = formatDimension(dimension);
  const { columns, tableOf } = useCompared(
    {
      columns: COLUMNS,
      tableOf: (all) => ({
        columns: [name, t('Visitors'), t('Sessions'), t('Pageviews'), t('Bounce rate')],
        rows: all.map((row) => [row.key, row.visitors, row.sessions, row.pageviews, row.bounceRate]),
      }),
    },
    rows,
    loadCompared,
  );
  const shown = { dimension, columns, ...useFilterLinks(dimension) };
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
          label={t('{title} by', { title })}
          chosen={isMap ? MAP : dimension}
          tabs={[
            ...dimensions.map(({ key, label }) => ({
              id: key,
              label,
              href: hrefWith(id, key === first?.key ? undefined : key),
            })),
            ...(hasMap ? [{ id: MAP, label: t('Map'), href: hrefWith(id, MAP) }] : []),
          ]}
        />
      )}
      {error && <ErrorState error={error} onRetry={reload} />}
      {!rows && !isFailed && (
        <LoadingState label={t('Counting')} {...(isOpened ? {} : { onStop: own.stop })} />
      )}
      {rows && isMap && <LazyMap rows={rows} href={shown.href} />}
      {rows && !isMap && (
        <BreakdownTable
          label={t('Visits by {dimension}', { dimension: inSentence(name) })}
          rows={rows}
          {...shown}
        />
      )}
      {rows && rows.length >= ROWS && (
        <AllRows
          id={id}
          title={t('Visits by {dimension}', { dimension: inSentence(name) })}
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
