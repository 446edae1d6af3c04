import type { Schemas } from '@headwater/client/client';
import type { ApiRequest } from '../../api/request';
import { AllRows } from '../../components/all-rows';
import { BreakdownTable, CountryCredit, type BreakdownColumn } from '../../components/breakdown-table';
import { ExportButtons } from '../../export/export-buttons';
import { formatDimension } from '../../format/names';
import { formatCount, formatPercent } from '../../format/numbers';
import { useFilterLinks } from '../../view/use-view';

type Row = Schemas['EventAnalysis']['data']['breakdown'][number];

const COUNTS: readonly BreakdownColumn<Row>[] = [
  { label: 'Events', value: (row) => row.events, format: formatCount },
  { label: 'Visitors', value: (row) => row.visitors, format: formatCount },
];
const RATES: readonly BreakdownColumn<Row>[] = [
  { label: 'Pageviews', value: (row) => row.pageviews, format: formatCount },
  { label: 'Rate', value: (row) => row.eventRate, format: formatPercent },
];

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
  const shown = {
    dimension,
    columns: isProperty ? COUNTS : [...COUNTS, ...RATES],
    ...useFilterLinks(dimension),
  };
  const tableOf = (rows: readonly Row[]) => ({
    columns: [name, 'Events', 'Visitors', ...(isProperty ? [] : ['Pageviews', 'Event rate'])],
    rows: rows.map((row) => [
      row.key,
      row.events,
      row.visitors,
      ...(isProperty ? [] : [row.pageviews ?? null, row.eventRate ?? null]),
    ]),
  });
  const title = `${site.name} ${data.name} by ${name}`;
  return (
    <>
      <BreakdownTable label={`${data.name} by ${name}`} rows={data.breakdown} {...shown} />
      {allRowsRequest && (
        <AllRows
          id="by"
          title={`${data.name} by ${name}`}
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
            `${formatCount(data.other)} more events with other values.`}
        </p>
        <ExportButtons title={title} url={request.url} table={tableOf(data.breakdown)} />
      </div>
      {dimension === 'country' && <CountryCredit />}
    </>
  );
}
