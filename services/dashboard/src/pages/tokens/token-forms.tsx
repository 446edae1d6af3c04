import type { Schemas } from '@headwater/client/client';
import { useEffect, useState } from 'preact/hooks';
import { reloadAll, useMutation } from '../../api/hooks';
import { may, useSession } from '../../api/session';
import { CodeBlock } from '../../components/copy-button';
import { DialogButton, Form } from '../../components/forms';
import { t } from '../../strings/text';

/** Scopes with their labels, in the order of the form. */
const SCOPES = [
  ['sites:read', t('Read sites, goals and funnels')],
  ['sites:write', t('Change sites, goals and funnels')],
  ['events:write', t('Send events')],
  ['identify', t('Identify accounts')],
  ['payments', t('Send payments')],
  ['stats:read', t('Read statistics')],
  ['export', t('Export events')],
  ['tokens:admin', t('Create and revoke tokens')],
] as const;

/** A button that opens the form for a token, and shows the new token once. */
export function CreateToken() {
  return (
    <DialogButton label={t('New token')} icon="plus" title={t('New token')} variant="primary">
      {(close) => <TokenForm close={close} />}
    </DialogButton>
  );
}

function TokenForm({ close }: { readonly close: () => void }) {
  const session = useSession();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly string[]>([]);
  const [lastDay, setLastDay] = useState('');
  const [made, setMade] = useState<Schemas['CreatedToken']>();
  const { write, isBusy, error } = useMutation();
  if (made) return <ShownOnce token={made.token} onClose={close} />;
  const create = async () => {
    // The token works until the end of that day in UTC.
    const expiresAt = lastDay === '' ? null : `${lastDay}T23:59:59.000Z`;
    // A session that is limited to some sites creates tokens for these sites.
    const body = { name: name.trim(), scopes, expiresAt, sites: session.sites };
    const token = await write<Schemas['CreatedToken']>('/api/v1/tokens', { method: 'POST', body });
    if (token) setMade(token);
  };
  return (
    <Form submit={t('Create token')} isBusy={isBusy} error={error} onCancel={close} onSubmit={create}>
      <label class="field">
        {t('Name')}
        <input
          required
          maxLength={100}
          value={name}
          placeholder="signup server"
          onInput={({ currentTarget: { value } }) => setName(value)}
        />
      </label>
      <fieldset class="checks">
        <legend>{t('Scopes')}</legend>
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
        {t('Expires after')}
        <input type="date" value={lastDay} onInput={({ currentTarget: { value } }) => setLastDay(value)} />
        <span class="hint">{t('Leave empty for no expiry.')}</span>
      </label>
    </Form>
  );
}

const OVERLAPS = [
  [86_400, t('a day')],
  [3_600, t('an hour')],
  [0, t('0 seconds')],
] as const;

interface RotateProps {
  readonly token: Schemas['Token'];
}

/** A button that replaces the secret of a token. The old secret keeps working for the chosen time. */
export function RotateToken(props: RotateProps) {
  return (
    <DialogButton
      label={t('Rotate')}
      icon="tokens"
      title={t('Rotate “{name}”', { name: props.token.name })}
      variant="tool"
    >
      {(close) => <RotateForm {...props} close={close} />}
    </DialogButton>
  );
}

function RotateForm({ token, close }: RotateProps & { readonly close: () => void }) {
  const [overlapSeconds, setOverlap] = useState<number>(OVERLAPS[0][0]);
  const [made, setMade] = useState<Schemas['RotatedToken']>();
  const { write, isBusy, error } = useMutation();
  // Reloads the list only when the dialog closes: if the session ended with the old secret, loading fails, and the page would
  // remove the new secret before the user has copied it.
  useEffect(() => (made ? reloadAll : undefined), [made]);
  if (made) return <ShownOnce token={made.token} onClose={close} />;
  const rotate = async () => {
    const url = `/api/v1/tokens/${token.id}/rotate`;
    const rotated = await write<Schemas['RotatedToken']>(url, {
      method: 'POST',
      body: { overlapSeconds },
      reloads: false,
    });
    if (rotated) setMade(rotated);
  };
  return (
    <Form submit={t('Rotate')} isBusy={isBusy} error={error} onCancel={close} onSubmit={rotate}>
      <label class="field">
        {t('Old secret keeps working for')}
        <select
          value={String(overlapSeconds)}
          onChange={({ currentTarget: { value } }) => setOverlap(Number(value))}
        >
          {OVERLAPS.map(([seconds, words]) => (
            <option key={seconds} value={String(seconds)}>
              {words}
            </option>
          ))}
        </select>
      </label>
    </Form>
  );
}

/** A new secret, which is shown only once. */
function ShownOnce({ token, onClose }: { readonly token: string; readonly onClose: () => void }) {
  return (
    <>
      <p>{t('Store this token in the secrets of your server. It is shown only once.')}</p>
      <CodeBlock text={token} />
      <div class="dialog-actions">
        <button type="button" class="button button-primary" onClick={onClose}>
          {t('I have stored it')}
        </button>
      </div>
    </>
  );
}
