import { useState } from 'preact/hooks';
import { useWrite } from '../../api/use-write';
import { DialogButton } from '../../components/dialog-button';
import { Form } from '../../components/form';
import { GoalFields } from '../goals/goal-fields';
import { EMPTY_DRAFT, newGoal, type GoalDraft } from '../goals/new-goal';

/** How many steps the API takes. */
const FEWEST = 2;
const MOST = 8;

interface Props {
  readonly siteId: number;
  readonly onDone: () => void;
}

/** A button that asks for the steps. */
export function CreateFunnel(props: Props) {
  return (
    <DialogButton label="New funnel" icon="plus" title="New funnel" look="primary">
      {(close) => <FunnelForm {...props} close={close} />}
    </DialogButton>
  );
}

function FunnelForm({ siteId, onDone, close }: Props & { readonly close: () => void }) {
  const [name, setName] = useState('');
  const [windowHours, setWindowHours] = useState(24);
  const [steps, setSteps] = useState<readonly GoalDraft[]>([EMPTY_DRAFT, EMPTY_DRAFT]);
  const { write, isBusy, error } = useWrite();
  const send = async () => {
    const body = { name: name.trim(), windowHours, steps: steps.map(newGoal) };
    const made = await write<object>(`/api/v1/sites/${siteId}/funnels`, { method: 'POST', body });
    if (made === undefined) return;
    close();
    onDone();
  };
  return (
    <Form submit="Create funnel" isBusy={isBusy} error={error} onCancel={close} onSubmit={send}>
      <label class="field">
        Name
        <input
          required
          maxLength={120}
          value={name}
          placeholder="Pricing to payment"
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
        {steps.length < MOST && (
          <button type="button" class="button" onClick={() => setSteps([...steps, EMPTY_DRAFT])}>
            Add a step
          </button>
        )}
        {steps.length > FEWEST && (
          <button type="button" class="button" onClick={() => setSteps(steps.slice(0, -1))}>
            Remove the last
          </button>
        )}
      </div>
      <label class="field">
        All steps within so many hours
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
