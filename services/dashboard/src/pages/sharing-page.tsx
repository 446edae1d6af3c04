import { useState } from 'preact/hooks';
import { useQuery, useMutation } from '../api/hooks';
import { apiRequest } from '../api/request';
import { may, useSession } from '../api/session';
import { Card } from '../components/card';
import { CopyButton } from '../components/copy-button';
import { ConfirmButton, DialogButton, Form } from '../components/forms';
import { EmptyState, ErrorState, LoadingState } from '../components/states';
import { Moment, useNow } from '../components/time';
import { ExportButtons } from '../export/export-buttons';
import { SitePage } from '../shell/page';
import { rich, t } from '../strings/text';

/** Share links of a site: public pages with its statistics. */
export function SharingPage() {
  return (
    <SitePage title={t('Sharing')} controls="none">
      {(site) => <ShareLinks site={site} />}
    </SitePage>
  );
}

/** Create, copy, embed and revoke share links. */
function ShareLinks({ site }: { readonly site: { readonly id: number; readonly name: string } }) {
  const mayWrite = may(useSession(), 'sites:write');
  const request = apiRequest('/api/v1/sites/{id}/share-links', { id: site.id });
  const { data, error, reload } = useQuery(request);
  const links = data?.shareLinks;
  const now = useNow(60_000);
  return (
    <Card title={t('Share links')} actions={<ExportButtons title={t('Share links')} url={request.url} />}>
      <p class="fine">
        {t(
          'Anyone with a share link can see the overview of {site}, but no event properties, goals or revenue. You can embed the page in other websites.',
          { site: site.name },
        )}
      </p>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!links && !error && <LoadingState label={t('Loading')} />}
      {links?.length === 0 && <EmptyState title={t('No share links')} />}
      <ul class="share-list">
        {links?.map((link) => (
          <li key={link.id} class="share-link">
            <p>
              <strong>{link.name}</strong>{' '}
              {link.hasPassword && <span class="tag tag-plain">{t('password')}</span>}{' '}
              {link.expiresAt !== null &&
                (Date.parse(link.expiresAt) <= now.getTime() ? (
                  <span class="tag tag-plain">{t('expired')}</span>
                ) : (
                  <span class="fine">
                    {rich('Expires on {time}', { time: <Moment at={link.expiresAt} /> })}
                  </span>
                ))}
            </p>
            {link.url === null ? (
              <p class="fine">
                {mayWrite
                  ? t('Sign in with a new link to see the address of this page.')
                  : t('Only people who can change sites see the address of this page.')}
              </p>
            ) : (
              <div class="code-block">
                <pre tabIndex={0}>
                  <code>{link.url}</code>
                </pre>
                <CopyButton text={link.url} />
              </div>
            )}
            <div class="share-link-actions">
              {link.url !== null && <CopyButton text={embedCode(link.url)} label={t('Copy embed code')} />}
              {mayWrite && (
                <ConfirmButton
                  label={t('Revoke')}
                  title={t('Revoke “{name}”?', { name: link.name })}
                  method="DELETE"
                  url={`/api/v1/sites/${site.id}/share-links/${link.id}`}
                >
                  {t('The page stops working for everyone within five seconds.')}
                </ConfirmButton>
              )}
            </div>
          </li>
        ))}
      </ul>
      {mayWrite && (
        <p class="after">
          <DialogButton label={t('New share link')} icon="plus" title={t('New share link')} variant="primary">
            {(close) => <NewShareLink siteId={site.id} onCancel={close} onMade={close} />}
          </DialogButton>
        </p>
      )}
    </Card>
  );
}

interface Props {
  readonly siteId: number;
  readonly onMade: () => void;
  readonly onCancel: () => void;
}

const DAY_MS = 86_400_000;
/** Days until a new link expires; 0: never. */
const LIFETIMES = [
  [0, t('No expiry')],
  [7, t('7 days')],
  [30, t('30 days')],
  [90, t('90 days')],
  [365, t('1 year')],
] as const;

/** The form for a share link: name, optional password and optional expiry. */
function NewShareLink({ siteId, onMade, onCancel }: Props) {
  const { write, isBusy, error } = useMutation();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [days, setDays] = useState(0);
  const create = async () => {
    const body = {
      ...(name.trim() === '' ? {} : { name }),
      ...(password === '' ? {} : { password }),
      ...(days === 0 ? {} : { expiresAt: new Date(Date.now() + days * DAY_MS).toISOString() }),
    };
    if (await write(`/api/v1/sites/${siteId}/share-links`, { method: 'POST', body })) onMade();
  };
  return (
    <Form submit={t('Create link')} isBusy={isBusy} error={error} onSubmit={create} onCancel={onCancel}>
      <div class="fields">
        <label class="field">
          {t('Name')}
          <input maxLength={100} value={name} onInput={(event) => setName(event.currentTarget.value)} />
          <span class="hint">
            {t('For your own reference, such as “for the agency”. Visitors don’t see it.')}
          </span>
        </label>
        <label class="field">
          {t('Password')}
          <input
            type="password"
            autocomplete="new-password"
            minLength={8}
            maxLength={200}
            value={password}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
          <span class="hint">{t('At least 8 characters. Leave empty for no password.')}</span>
        </label>
        <label class="field">
          {t('Expiry')}
          <select value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
            {LIFETIMES.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
    </Form>
  );
}

/** The HTML that embeds a shared page. */
const embedCode = (url: string): string =>
  `<iframe src="${url}" title="Statistics" width="100%" height="900" loading="lazy"></iframe>`;
