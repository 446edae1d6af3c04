import type { Schemas } from '@headwater/client/client';
import { useState } from 'preact/hooks';
import { useWrite } from '../../api/use-write';
import { Card } from '../../components/card';
import { Form } from '../../components/form';
import { AccountRecord } from './account-record';

/** Asks for one account. The address goes in the body of the call and nowhere else: not into the page's address. */
export function LookupCard() {
  const [account, setAccount] = useState('');
  const [record, setRecord] = useState<Schemas['AccountAttribution']>();
  const { write, isBusy, error } = useWrite();
  const ask = async () => {
    const body = account.includes('@') ? { email: account.trim() } : { user_id: account.trim() };
    setRecord(
      await write<Schemas['AccountAttribution']>('/api/v1/attribution/lookup', { method: 'POST', body }),
    );
  };
  return (
    <Card title="Look up an account" wide>
      <Form submit="Look up" isBusy={isBusy} error={error} onSubmit={ask}>
        <label class="field">
          Email address or your own user id
          <input
            required
            autoComplete="off"
            value={account}
            onInput={({ currentTarget: { value } }) => setAccount(value)}
          />
          <span class="hint">An address is hashed on arrival and kept nowhere.</span>
        </label>
      </Form>
      <div aria-live="polite">{record && <AccountRecord record={record} />}</div>
    </Card>
  );
}
