import type { Schemas } from '@headwater/client/client';
import { useState } from 'preact/hooks';
import { useWrite } from '../../api/use-write';
import { DialogButton } from '../../components/dialog-button';
import { Form } from '../../components/form';
import { may, useSession } from '../../shell/session-context';
import { SCOPES } from './scopes';
import { ShownOnce } from './shown-once';

interface Props {
  readonly onDone: () => void;
}

/** A button that asks what the new token may do, and shows it once. */
export function CreateToken(props: Props) {
  return (
    <DialogButton label="New token" icon="plus" title="New token" look="primary">
      {(close) => <TokenForm {...props} close={close} />}
    </DialogButton>
  );
}

function TokenForm({ onDone, close }: Props & { readonly close: () => void }) {
  const session = useSession();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly string[]>([]);
  const [lastDay, setLastDay] = useState('');
  const [made, setMade] = useState<Schemas['CreatedToken']>();
  const { write, isBusy, error } = useWrite();
  if (made) return <ShownOnce token={made.token} onClose={close} />;
  const create = async () => {
    // To the end of that day in UTC.
    const expiresAt = lastDay === '' ? null : `${lastDay}T23:59:59.000Z`;
    // Narrow sessions make tokens for the same sites only.
    const body = { name: name.trim(), scopes, expiresAt, sites: session.sites };
    const token = await write<Schemas['CreatedToken']>('/api/v1/tokens', { method: 'POST', body });
    if (!token) return;
    setMade(token);
    onDone();
  };
  return (
    <Form submit="Create token" isBusy={isBusy} error={error} onCancel={close} onSubmit={create}>
      <label class="field">
        Name
        <input
          required
          maxLength={100}
          value={name}
          placeholder="signup server"
          onInput={({ currentTarget: { value } }) => setName(value)}
        />
      </label>
      <fieldset class="checks">
        <legend>May</legend>
        {SCOPES.filter(([scope]) => may(session, scope)).map(([scope, words]) => (
          <label key={scope} class="check">
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={({ currentTarget: { checked } }) =>
                setScopes(checked ? [...scopes, scope] : scopes.filter((each) => each !== scope))
              }
            />
            <span>{words}</span>
            <code>{scope}</code>
          </label>
        ))}
      </fieldset>
      <label class="field">
        Last day
        <input type="date" value={lastDay} onInput={({ currentTarget: { value } }) => setLastDay(value)} />
        <span class="hint">Empty: it never ends.</span>
      </label>
    </Form>
  );
}
