import type { Schemas } from '@headwater/client/client';
import type { Question } from '../../api/question';
import { AllRows } from '../../components/all-rows';
import { BreakdownTable, type BreakdownColumn } from '../../components/breakdown-table';
import { Card } from '../../components/card';
import { ExportButtons } from '../../export/export-buttons';
import { formatCount } from '../../format/numbers';
import { useView } from '../../view/use-view';

type Event = Schemas['EventList']['data']['events'][number];
type Events = readonly Event[];
type Row = Event & { readonly key: string };

const COLUMNS: readonly BreakdownColumn<Row>[] = [
  { label: 'Events', value: (row) => row.events, format: formatCount },
  { label: 'Visitors', value: (row) => row.visitors, format: formatCount },
];

/** How many the card shows. */
const ROWS = 10;

const rowsOf = (events: Events): Row[] => events.map((row) => ({ ...row, key: row.name }));

const tableOf = (events: Events) => ({
  columns: ['Event', 'Events', 'Visitors', 'Properties'],
  rows: events.map((row) => [row.name, row.events, row.visitors, row.properties.join(' ')]),
});

interface Props {
  readonly site: { readonly name: string };
  readonly asked: Question<Schemas['EventList']>;
  readonly askedAll: Question<Schemas['EventList']>;
  readonly events: Events;
  readonly chosen: string | undefined;
  readonly isLoading: boolean;
}

/** The events by name; a click shows one of them in full. */
export function EventNamesCard({ site, asked, askedAll, events, chosen, isLoading }: Props) {
  const { hrefWith } = useView();
  const title = `${site.name} events`;
  const shown = {
    dimension: 'event',
    columns: COLUMNS,
    href: (name: string) => hrefWith('event', name),
    isChosen: (name: string) => name === chosen,
    isChoice: true,
  };
  return (
    <Card
      title="All events"
      wide
      isLoading={isLoading}
      actions={<ExportButtons title={title} url={asked.url} table={tableOf(events)} />}
    >
      <BreakdownTable label="Events by name" rows={rowsOf(events.slice(0, ROWS))} {...shown} />
      {events.length > ROWS && (
        <AllRows
          id="event"
          title="Events by name"
          siteName={site.name}
          asked={askedAll}
          rowsOf={(answer) => rowsOf(answer.data.events)}
          tableOf={tableOf}
          {...shown}
        />
      )}
    </Card>
  );
}
