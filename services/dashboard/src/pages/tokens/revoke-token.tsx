import type { Schemas } from '@headwater/client/client';
import { useEffect, useState } from 'preact/hooks';
import { reloadAll, useMutation } from '../../api/hooks';
import { DialogButton, Form } from '../../components/forms';
import { rich, t } from '../../strings/text';

interface Props {
  readonly token: Schemas['Token'];
}

type StillWorking = Schemas['RevokedToken']['stillWorking'];

/** A button that revokes a token, and then lists its webhooks, share links and secrets that keep working. */
export function RevokeToken(props: Props) {
  return (
    <DialogButton
      label={t('Revoke')}
      icon="close"
      title={t('Revoke “{name}”?', { name: props.token.name })}
      variant="tool"
    >
      {(close) => <RevokeForm {...props} close={close} />}
    </DialogButton>
  );
}

function RevokeForm({ token, close }: Props & { readonly close: () => void }) {
  const { write, isBusy, error } = useMutation();
  const [left, setLeft] = useState<StillWorking>();
  // Reloads the tokens only when the dialog closes: the row of the token contains it.
  useEffect(() => (left ? reloadAll : undefined), [left]);
  if (left) return <Remaining left={left} onClose={close} />;
  const revoke = async () => {
    const url = `/api/v1/tokens/${token.id}`;
    const revoked = await write<Schemas['RevokedToken']>(url, { method: 'DELETE', reloads: false });
    if (!revoked) return;
    const { webhooks, providerSecrets, shareLinks } = revoked.stillWorking;
    if (webhooks === null || webhooks.length + shareLinks.length + providerSecrets.length > 0)
      return setLeft(revoked.stillWorking);
    close();
    reloadAll();
  };
  return (
    <Form submit={t('Revoke')} isBusy={isBusy} error={error} isDangerous onCancel={close} onSubmit={revoke}>
      <p>
        {t(
          'Requests with this token, and with the tokens it created, are refused within 5 seconds. Webhooks, share links and signing secrets of payment providers that they created keep working and are listed afterwards.',
        )}
      </p>
    </Form>
  );
}

function Remaining({ left, onClose }: { readonly left: StillWorking; readonly onClose: () => void }) {
  return (
    <>
      <p role="status">{t("The token is revoked. These keep working. Remove those that you don't need:")}</p>
      <ul>
        {left.webhooks?.map((id) => (
          <li key={id}>
            {t('Webhook {id}', { id: String(id) })}: <code>{`DELETE /api/v1/webhooks/${id}`}</code>
          </li>
        ))}
        {left.webhooks === null && (
          <li>
            {rich(
              'Webhooks that the token may have created. The list is unavailable: compare {field} of {call}.',
              { field: <code>{'createdBy'}</code>, call: <code>{'GET /api/v1/webhooks'}</code> },
            )}
          </li>
        )}
        {left.providerSecrets.map((provider) => (
          <li key={provider}>
            {t('The signing secret of a payment provider')}:{' '}
            <code>{`DELETE /api/v1/integrations/${provider}`}</code>
          </li>
        ))}
        {left.shareLinks.map(({ site, id }) => (
          <li key={id}>
            {t('Share link {id}', { id: String(id) })}:{' '}
            <code>{`DELETE /api/v1/sites/${site}/share-links/${id}`}</code>
          </li>
        ))}
      </ul>
      <div class="dialog-actions">
        <button type="button" class="button button-primary" onClick={onClose}>
          {t('Close')}
        </button>
      </div>
    </>
  );
}
