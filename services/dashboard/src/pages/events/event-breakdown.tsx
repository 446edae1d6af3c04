import type { Schemas } from '@headwater/client/client';
import { BreakdownTable, type BreakdownColumn } from '../../components/breakdown-table';
import { CountryCredit } from '../../components/country-credit';
import { ExportButtons } from '../../export/export-buttons';
import { formatDimension } from '../../format/names';
import { formatCount, formatPercent } from '../../format/numbers';
import { useFilterLinks } from '../../view/use-filter-links';

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
  readonly answer: Schemas['EventAnalysis'];
  readonly url: string;
}

/** An event by one dimension. Pageviews have no such properties: a property has no rate. */
export function EventBreakdown({ site, answer: { data }, url }: Props) {
  const dimension = data.dimension ?? '';
  const name = formatDimension(dimension);
  const filterLinks = useFilterLinks(dimension);
  const isProperty = dimension.startsWith('props.');
  return (
    <>
      <BreakdownTable
        label={`${data.name} by ${name}`}
        dimension={dimension}
        rows={data.breakdown}
        columns={isProperty ? COUNTS : [...COUNTS, ...RATES]}
        {...filterLinks}
      />
      <div class="card-bar">
        <p class="fine">
          {data.other !== undefined &&
            data.other > 0 &&
            `${formatCount(data.other)} more events under other keys.`}
        </p>
        <ExportButtons
          title={`${site.name} ${data.name} by ${name}`}
          url={url}
          table={{
            columns: [name, 'Events', 'Visitors', ...(isProperty ? [] : ['Pageviews', 'Event rate'])],
            rows: data.breakdown.map((row) => [
              row.key,
              row.events,
              row.visitors,
              ...(isProperty ? [] : [row.pageviews ?? null, row.eventRate ?? null]),
            ]),
          }}
        />
      </div>
      {dimension === 'country' && <CountryCredit />}
    </>
  );
}
