import type { Schemas } from '@headwater/client/client';
import { PAGEVIEW } from '@headwater/protos/vocabulary';
import { useAccess } from '../../api/fetch-json';
import { useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { useMay } from '../../api/session';
import { DialogButton } from '../../components/forms';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { t } from '../../strings/text';
import { useView } from '../../view/use-view';
import { windowQuery } from '../../view/view';
import { FunnelCard } from './funnel-card';
import { FunnelForm } from './funnel-form';

/** Funnels with the drop-off at each step. */
export function Funnels({ site }: { readonly site: { readonly id: number; readonly name: string } }) {
  const { view } = useView();
  const { shared } = useAccess();
  // Without it, the breakdowns offer no properties. A share link can't read it.
  const events = useQuery(
    shared
      ? undefined
      : apiRequest(
          '/api/v1/sites/{id}/events',
          { id: site.id },
          { ...windowQuery({ ...view, filters: [] }), limit: 100 },
        ),
  );
  const mayChange = useMay('sites:write');
  const { data, error, reload, stop } = useQuery(apiRequest('/api/v1/sites/{id}/funnels', { id: site.id }));
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!data) return <LoadingState label={t('Loading funnels')} onStop={stop} />;
  return (
    <>
      {mayChange && (
        <div class="page-actions">
          <DialogButton label={t('New funnel')} icon="plus" title={t('New funnel')} variant="primary">
            {(close) => <FunnelForm siteId={site.id} close={close} />}
          </DialogButton>
        </div>
      )}
      {data.funnels.length === 0 && (
        <EmptyState title={t('No funnels yet')}>
          {t(
            'A funnel has two to eight steps, such as pricing, signup, first payment. It shows how many visitors complete each step.',
          )}
        </EmptyState>
      )}
      <div class="grid">
        {data.funnels.map((funnel) => (
          <FunnelCard
            key={funnel.id}
            site={site}
            funnel={funnel}
            properties={propertiesOf(funnel, events.data?.data.events ?? [])}
            mayChange={mayChange}
          />
        ))}
      </div>
    </>
  );
}

/** Keys of the properties of the event that enters a funnel. */
function propertiesOf(
  { steps: [first] }: Schemas['Funnel'],
  events: Schemas['EventList']['data']['events'],
): readonly string[] {
  const name = first?.type === 'event' ? first.event : PAGEVIEW;
  return events.find((event) => event.name === name)?.properties ?? [];
}
