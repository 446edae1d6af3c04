import type { Schemas } from '@headwater/client/client';
import { useQuery } from '../../api/hooks';
import { apiRequest, type ApiRequest } from '../../api/request';
import { AllRows, MAX_ROWS } from '../../components/all-rows';
import { BreakdownTable, type BreakdownColumn } from '../../components/breakdown-table';
import { Card } from '../../components/card';
import { ErrorState, LoadingState, NoData } from '../../components/states';
import { ExportButtons } from '../../export/export-buttons';
import { formatCount } from '../../format/numbers';
import { SitePage } from '../../shell/page';
import { t } from '../../strings/text';
import { useView } from '../../view/use-view';
import { FILTER_KEYS, windowQuery } from '../../view/view';
import { EventCard } from './event-card';

/** Events by name, and details of one event. */
export function EventsPage() {
  return (
    <SitePage title={t('Events')} filterKeys={FILTER_KEYS.events} ahead={(site) => <Events site={site} />} />
  );
}

function Events({ site }: { readonly site: { readonly id: number; readonly name: string } }) {
  const { view, search } = useView();
  const requestFor = (limit: number) =>
    apiRequest('/api/v1/sites/{id}/events', { id: site.id }, { ...windowQuery(view), limit });
  const request = requestFor(100);
  const { data, error, isLoading, reload, stop } = useQuery(request);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!data) return <LoadingState label={t('Counting events')} onStop={stop} />;
  const { events } = data.data;
  const named = search.get('event');
  // The overview shows pageviews, so that another event is the default here.
  const first = events.find(({ name }) => name !== 'pageview') ?? events[0];
  const chosen = named === null ? first : events.find(({ name }) => name === named);
  if (events.length === 0 && named === null)
    return (
      <NoData
        title={t('No events in this time range')}
        action={{ href: '/docs#sendEvents', label: t('How to send events') }}
      >
        {t('Send one from a page with headwater.track("signup"), or from your server.')}
      </NoData>
    );
  return (
    <div class="grid">
      <EventNamesCard
        site={site}
        request={request}
        allRowsRequest={requestFor(MAX_ROWS)}
        events={events}
        chosen={chosen?.name ?? named ?? undefined}
        isLoading={isLoading}
      />
      <EventCard
        key={chosen?.name ?? named}
        site={site}
        name={chosen?.name ?? named ?? ''}
        properties={chosen?.properties ?? []}
      />
    </div>
  );
}

type Event = Schemas['EventList']['data']['events'][number];
type EventRows = readonly Event[];
type Row = Event & { readonly key: string };

const COLUMNS: readonly BreakdownColumn<Row>[] = [
  { label: t('Events'), value: (row) => row.events, format: formatCount },
  { label: t('Visitors'), value: (row) => row.visitors, format: formatCount },
];

/** Number of rows of the card. */
const ROWS = 10;

const rowsOf = (events: EventRows): Row[] => events.map((row) => ({ ...row, key: row.name }));

const tableOf = (events: EventRows) => ({
  columns: [t('Event'), t('Events'), t('Visitors'), t('Properties')],
  rows: events.map((row) => [row.name, row.events, row.visitors, row.properties.join(' ')]),
});

interface NamesProps {
  readonly site: { readonly name: string };
  readonly request: ApiRequest<Schemas['EventList']>;
  readonly allRowsRequest: ApiRequest<Schemas['EventList']>;
  readonly events: EventRows;
  readonly chosen: string | undefined;
  readonly isLoading: boolean;
}

/** The events by name. A click shows the details of an event. */
function EventNamesCard({ site, request, allRowsRequest, events, chosen, isLoading }: NamesProps) {
  const { hrefWith } = useView();
  const title = `${site.name} ${t('events')}`;
  const shown = {
    dimension: 'event',
    columns: COLUMNS,
    href: (name: string) => hrefWith('event', name),
    isChosen: (name: string) => name === chosen,
    isChoice: true,
  };
  return (
    <Card
      title={t('All events')}
      wide
      isLoading={isLoading}
      actions={<ExportButtons title={title} url={request.url} table={tableOf(events)} />}
    >
      <BreakdownTable label={t('Events by name')} rows={rowsOf(events.slice(0, ROWS))} {...shown} />
      {events.length > ROWS && (
        <AllRows
          id="event"
          title={t('Events by name')}
          siteName={site.name}
          request={allRowsRequest}
          rowsOf={(response) => rowsOf(response.data.events)}
          tableOf={tableOf}
          {...shown}
        />
      )}
    </Card>
  );
}
