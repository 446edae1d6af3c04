import { question } from '../../api/question';
import { useAnswer } from '../../api/use-answer';
import { MOST_ROWS } from '../../components/all-rows';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { SitePage } from '../../shell/site-page';
import { FILTER_KEYS } from '../../view/filter-keys';
import { useView } from '../../view/use-view';
import { windowQuery } from '../../view/view';
import { EventCard } from './event-card';
import { EventNamesCard } from './event-names-card';

/** What visitors did: the events by name, and one of them in full. */
export function EventsPage() {
  return (
    <SitePage title="Events" controls="window" filterKeys={FILTER_KEYS.events}>
      {(site) => <Events site={site} />}
    </SitePage>
  );
}

function Events({ site }: { readonly site: { readonly id: number; readonly name: string } }) {
  const { view, search } = useView();
  const ask = (limit: number) =>
    question('/api/v1/sites/{id}/events', { id: site.id }, { ...windowQuery(view), limit });
  const asked = ask(100);
  const { data, error, isLoading, reload } = useAnswer(asked);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!data) return <LoadingState label="Counting events" />;
  const { events } = data.data;
  const named = search.get('event');
  // Pageviews have a page of their own: what else was done comes first.
  const first = events.find(({ name }) => name !== 'pageview') ?? events[0];
  const chosen = named === null ? first : events.find(({ name }) => name === named);
  if (events.length === 0 && named === null)
    return (
      <EmptyState
        title="No events in this window"
        action={{ href: '/docs#sendEvents', label: 'How to send events' }}
      >
        Send one from a page with headwater.track(&quot;signup&quot;), or from your server.
      </EmptyState>
    );
  return (
    <div class="grid">
      <EventNamesCard
        site={site}
        asked={asked}
        askedAll={ask(MOST_ROWS)}
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
