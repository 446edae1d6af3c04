import { useState } from 'preact/hooks';
import { useWrite } from '../../api/use-write';
import { DialogButton } from '../../components/dialog-button';
import { Form } from '../../components/form';
import { GoalFields } from './goal-fields';
import { EMPTY_DRAFT, newGoal } from './new-goal';

interface Props {
  readonly siteId: number;
  readonly onDone: () => void;
}

/** A button that asks what to count. */
export function CreateGoal(props: Props) {
  return (
    <DialogButton label="New goal" icon="plus" title="New goal" look="primary">
      {(close) => <GoalForm {...props} close={close} />}
    </DialogButton>
  );
}

function GoalForm({ siteId, onDone, close }: Props & { readonly close: () => void }) {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const { write, isBusy, error } = useWrite();
  return (
    <Form
      submit="Create goal"
      isBusy={isBusy}
      error={error}
      onCancel={close}
      onSubmit={async () => {
        const url = `/api/v1/sites/${siteId}/goals`;
        if ((await write<object>(url, { method: 'POST', body: newGoal(draft) })) === undefined) return;
        close();
        onDone();
      }}
    >
      <GoalFields draft={draft} onChange={setDraft} />
    </Form>
  );
}
