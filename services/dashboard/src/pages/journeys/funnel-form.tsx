import type { Schemas } from '@headwater/client/client';
import { EVENT_LIMITS, FUNNEL_LIMITS } from '@headwater/protos/limits';
import { useState } from 'preact/hooks';
import { useMutation } from '../../api/hooks';
import { Form } from '../../components/forms';
import { t } from '../../strings/text';
import { draftOf, EMPTY_DRAFT, goalBody, GoalFields, type GoalDraft } from '../goals/goal-fields';

interface Props {
  readonly siteId: number;
  /** The funnel to change. Omitted for a new one. */
  readonly funnel?: Schemas['Funnel'];
  readonly close: () => void;
}

/** A form that creates or changes a funnel. */
export function FunnelForm({ siteId, funnel, close }: Props) {
  const [name, setName] = useState(funnel?.name ?? '');
  const [windowHours, setWindowHours] = useState(funnel?.windowHours ?? 24);
  const [steps, setSteps] = useState<readonly GoalDraft[]>(
    funnel?.steps.map(draftOf) ?? [EMPTY_DRAFT, EMPTY_DRAFT],
  );
  const { write, isBusy, error } = useMutation();
  const send = async () => {
    const url = `/api/v1/sites/${siteId}/funnels`;
    const body = { name: name.trim(), windowHours, steps: steps.map(goalBody) };
    const saved = funnel
      ? await write<object>(`${url}/${funnel.id}`, { method: 'PATCH', body })
      : await write<object>(url, { method: 'POST', body });
    if (saved !== undefined) close();
  };
  return (
    <Form
      submit={funnel ? t('Save') : t('Create funnel')}
      isBusy={isBusy}
      error={error}
      onCancel={close}
      onSubmit={send}
    >
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
        {steps.length < FUNNEL_LIMITS.maxSteps && (
          <button type="button" class="button" onClick={() => setSteps([...steps, EMPTY_DRAFT])}>
            {t('Add step')}
          </button>
        )}
        {steps.length > FUNNEL_LIMITS.minSteps && (
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
          min={FUNNEL_LIMITS.minHours}
          max={FUNNEL_LIMITS.maxHours}
          value={windowHours}
          onInput={({ currentTarget: { valueAsNumber } }) => setWindowHours(valueAsNumber)}
        />
      </label>
    </Form>
  );
}
