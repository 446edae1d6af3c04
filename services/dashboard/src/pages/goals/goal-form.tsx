import type { Schemas } from '@headwater/client/client';
import { useState } from 'preact/hooks';
import { useMutation } from '../../api/hooks';
import { Form } from '../../components/forms';
import { t } from '../../strings/text';
import { draftOf, EMPTY_DRAFT, goalBody, GoalFields } from './goal-fields';

interface Props {
  readonly siteId: number;
  /** The goal to change. Omitted for a new one. */
  readonly goal?: Schemas['Goal'];
  readonly close: () => void;
}

/** A form that creates or changes a goal. */
export function GoalForm({ siteId, goal, close }: Props) {
  const [draft, setDraft] = useState(goal ? draftOf(goal) : EMPTY_DRAFT);
  const { write, isBusy, error } = useMutation();
  const send = async () => {
    const url = `/api/v1/sites/${siteId}/goals`;
    const body = goalBody(draft);
    const saved = goal
      ? await write<object>(`${url}/${goal.id}`, { method: 'PATCH', body })
      : await write<object>(url, { method: 'POST', body });
    if (saved !== undefined) close();
  };
  return (
    <Form
      submit={goal ? t('Save') : t('Create goal')}
      isBusy={isBusy}
      error={error}
      onCancel={close}
      onSubmit={send}
    >
      <GoalFields draft={draft} onChange={setDraft} />
    </Form>
  );
}
