import type { Schemas } from '@headwater/client/client';
import { EVENT_LIMITS } from '@headwater/protos/limits';
import { PAGEVIEW } from '@headwater/protos/vocabulary';
import { useState } from 'preact/hooks';
import { useAccess } from '../../api/fetch-json';
import { useQuery, useMutation } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { may, useSession } from '../../api/session';
import { DialogButton, Form } from '../../components/forms';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { t } from '../../strings/text';
import { useView } from '../../view/use-view';
import { windowQuery } from '../../view/view';
import { EMPTY_DRAFT, GoalFields, newGoal, type GoalDraft } from '../goals/goal-fields';
import { FunnelCard } from './funnel-card';

/** Funnels with the drop-off at each step. */
export function Funnels({ site }: { readonly site: { readonly id: number; readonly name: string } }) {
  const session = useSession();
  const { view } = useView();
  // Without it, the breakdowns offer no properties.
  const events = useQuery(
    apiRequest(
      '/api/v1/sites/{id}/events',
      { id: site.id },
      { ...windowQuery({ ...view, filters: [] }), limit: 100 },
    ),
  );
  const mayChange = useAccess().mayWrite && may(session, 'sites:write');
  const { data, error, reload, stop } = useQuery(apiRequest('/api/v1/sites/{id}/funnels', { id: site.id }));
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!data) return <LoadingState label={t('Loading funnels')} onStop={stop} />;
  return (
    <>
      {mayChange && (
        <div class="page-actions">
          <CreateFunnel siteId={site.id} />
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

/** Limits of the API. */
const MIN_STEPS = 2;
const MAX_STEPS = 8;

interface Props {
  readonly siteId: number;
}

/** A button that opens the form for a funnel. */
function CreateFunnel(props: Props) {
  return (
    <DialogButton label={t('New funnel')} icon="plus" title={t('New funnel')} variant="primary">
      {(close) => <FunnelForm {...props} close={close} />}
    </DialogButton>
  );
}

function FunnelForm({ siteId, close }: Props & { readonly close: () => void }) {
  const [name, setName] = useState('');
  const [windowHours, setWindowHours] = useState(24);
  const [steps, setSteps] = useState<readonly GoalDraft[]>([EMPTY_DRAFT, EMPTY_DRAFT]);
  const { write, isBusy, error } = useMutation();
  const send = async () => {
    const body = { name: name.trim(), windowHours, steps: steps.map(newGoal) };
    const made = await write<object>(`/api/v1/sites/${siteId}/funnels`, { method: 'POST', body });
    if (made === undefined) return;
    close();
  };
  return (
    <Form submit={t('Create funnel')} isBusy={isBusy} error={error} onCancel={close} onSubmit={send}>
      <label class="field">
        {t('Name')}
        <input
          required
          maxLength={EVENT_LIMITS.maxNameLength}
          value={name}
          placeholder={t('Pricing to payment')}
          onInput={({ currentTarget: { value } }) => setName(value)}
        />
      </label>
      <ol class="funnel-steps">
        {steps.map((step, index) => (
          <li key={index}>
            <GoalFields
              prefix={`${index + 1}. `}
              draft={step}
              onChange={(draft) => setSteps(steps.map((each, at) => (at === index ? draft : each)))}
            />
          </li>
        ))}
      </ol>
      <div class="controls-row">
        {steps.length < MAX_STEPS && (
          <button type="button" class="button" onClick={() => setSteps([...steps, EMPTY_DRAFT])}>
            {t('Add step')}
          </button>
        )}
        {steps.length > MIN_STEPS && (
          <button type="button" class="button" onClick={() => setSteps(steps.slice(0, -1))}>
            {t('Remove last step')}
          </button>
        )}
      </div>
      <label class="field">
        {t('Time limit for all steps, in hours')}
        <input
          type="number"
          required
          min={1}
          max={720}
          value={windowHours}
          onInput={({ currentTarget: { valueAsNumber } }) => setWindowHours(valueAsNumber)}
        />
      </label>
    </Form>
  );
}
