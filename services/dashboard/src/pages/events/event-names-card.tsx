import type { Schemas } from '@headwater/client/client';
import { BreakdownTable, type BreakdownColumn } from '../../components/breakdown-table';
import { Card } from '../../components/card';
import { ExportButtons } from '../../export/export-buttons';
import { formatCount } from '../../format/numbers';
import { useView } from '../../view/use-view';

type Row = Schemas['EventList']['data']['events'][number] & { readonly key: string };

const COLUMNS: readonly BreakdownColumn<Row>[] = [
  { label: 'Events', value: (row) => row.events, format: formatCount },
  { label: 'Visitors', value: (row) => row.visitors, format: formatCount },
];

interface Props {
  readonly site: { readonly name: string };
  readonly url: string;
  readonly events: Schemas['EventList']['data']['events'];
  readonly chosen: string | undefined;
  readonly isLoading: boolean;
}

/** The events by name; a click shows one of them in full. */
export function EventNamesCard({ site, url, events, chosen, isLoading }: Props) {
  const { hrefWith } = useView();
  return (
    <Card
      title="All events"
      wide
      isLoading={isLoading}
      actions={
        <ExportButtons
          title={`${site.name} events`}
          url={url}
          table={{
            columns: ['Event', 'Events', 'Visitors', 'Properties'],
            rows: events.map((row) => [row.name, row.events, row.visitors, row.properties.join(' ')]),
          }}
        />
      }
    >
      <BreakdownTable
        label="Events by name"
        dimension="event"
        rows={events.map((row) => ({ ...row, key: row.name }))}
        columns={COLUMNS}
        href={(name) => hrefWith('event', name)}
        isChosen={(name) => name === chosen}
        isChoice
      />
    </Card>
  );
}
