import { useState } from 'preact/hooks';
import { useWrite } from '../../api/use-write';
import { Form } from '../../components/form';

interface Props {
  readonly siteId: number;
  readonly onMade: () => void;
  readonly onCancel: () => void;
}

/** A name to tell links apart, and a password if there is to be one. */
export function NewShareLink({ siteId, onMade, onCancel }: Props) {
  const { write, isBusy, error } = useWrite();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const create = async () => {
    const body = { ...(name.trim() === '' ? {} : { name }), ...(password === '' ? {} : { password }) };
    if (await write(`/api/v1/sites/${siteId}/share-links`, { method: 'POST', body })) onMade();
  };
  return (
    <Form submit="Share" isBusy={isBusy} error={error} onSubmit={create} onCancel={onCancel}>
      <div class="fields">
        <label class="field">
          Name
          <input maxLength={100} value={name} onInput={(event) => setName(event.currentTarget.value)} />
          <span class="hint">Only you see it, such as “for the agency”.</span>
        </label>
        <label class="field">
          Password
          <input
            type="password"
            autocomplete="new-password"
            minLength={8}
            maxLength={200}
            value={password}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
          <span class="hint">At least 8 characters; left empty: none is asked for.</span>
        </label>
      </div>
    </Form>
  );
}
