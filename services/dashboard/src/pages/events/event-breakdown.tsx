import type { Schemas } from '@headwater/client/client';
import type { ApiRequest } from '../../api/request';
import { AllRows } from '../../components/all-rows';
import { BreakdownTable, CountryCredit, type BreakdownColumn } from '../../components/breakdown-table';
import { useCompared } from '../../components/use-compared';
import { ExportButtons } from '../../export/export-buttons';
import { formatDimension } from '../../format/names';
import { formatCount, formatPercent } from '../../format/numbers';
import { t } from '../../strings/text';
import { useFilterLinks } from '../../view/use-view';

type Row = Schemas['EventAnalysis']['data']['breakdown'][number];

const COUNTS: readonly BreakdownColumn<Row>[] = [
  { label: t('Events'), value: (row) => row.events, format: formatCount },
  { label: t('Visitors'), value: (row) => row.visitors, format: formatCount },
];
const RATES: readonly BreakdownColumn<Row>[] = [
  { label: t('Pageviews'), value: (row) => row.pageviews, format: formatCount },
  { label: t('Rate'), value: (row) => row.eventRate, format: formatPercent },
];

const loadCompared = () =>
  import('../overview/compared-columns').then(({ comparedEvents }) => comparedEvents);

interface Props {
  readonly site: { readonly name: string };
  readonly response: Schemas['EventAnalysis'];
  readonly request: ApiRequest<Schemas['EventAnalysis']>;
  /** Has the limit of the API; omitted where the breakdown shows all rows. */
  readonly allRowsRequest?: ApiRequest<Schemas['EventAnalysis']>;
}

/** An event by one dimension. Properties have no rate, because pageviews have no properties. */
export function EventBreakdown({ site, response: { data }, request, allRowsRequest }: Props) {
  const dimension = data.dimension ?? '';
  const name = formatDimension(dimension);
  const isProperty = dimension.startsWith('props.');
  const { columns, tableOf } = useCompared(
    {
      columns: isProperty ? COUNTS : [...COUNTS, ...RATES],
      tableOf: (rows) => ({
        columns: [name, t('Events'), t('Visitors'), ...(isProperty ? [] : [t('Pageviews'), t('Event rate')])],
        rows: rows.map((row) => [
          row.key,
          row.events,
          row.visitors,
          ...(isProperty ? [] : [row.pageviews ?? null, row.eventRate ?? null]),
        ]),
      }),
    },
    data.breakdown,
    loadCompared,
  );
  const shown = { dimension, columns, ...useFilterLinks(dimension) };
  const by = t('{name} by {dimension}', { name: data.name, dimension: name });
  const title = `${site.name} ${by}`;
  return (
    <>
      <BreakdownTable label={by} rows={data.breakdown} {...shown} />
      {allRowsRequest && (
        <AllRows
          id="by"
          title={by}
          siteName={site.name}
          request={allRowsRequest}
          rowsOf={(all) => all.data.breakdown}
          tableOf={tableOf}
          {...shown}
        />
      )}
      <div class="card-bar">
        <p class="fine">
          {data.other !== undefined &&
            data.other > 0 &&
            t('{count} more events with other values.', { count: data.other })}
        </p>
        <ExportButtons title={title} url={request.url} table={tableOf(data.breakdown)} />
      </div>
      {dimension === 'country' && <CountryCredit />}
    </>
  );
}
