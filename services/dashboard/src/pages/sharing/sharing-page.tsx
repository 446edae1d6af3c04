import { useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { maySeeAllSites, useMay, useSession } from '../../api/session';
import { Card } from '../../components/card';
import { CodeBlock, CopyButton } from '../../components/copy-button';
import { ConfirmButton, DialogButton } from '../../components/forms';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { Moment, useNow } from '../../components/time';
import { ExportButtons } from '../../export/export-buttons';
import { SitePage } from '../../shell/page';
import { rich, t } from '../../strings/text';
import { isOfWorkspace, SHARED_CONTENTS, ShareLinkForm, type ShareLink } from './share-link-form';
import '../../style/sharing.css';

/** Share links of a site: public pages with its statistics. */
export function SharingPage() {
  return (
    <SitePage title={t('Sharing')} controls="none">
      {(site) => <ShareLinks site={site} />}
    </SitePage>
  );
}

/** Create, copy, embed, change and revoke share links. */
function ShareLinks({ site }: { readonly site: { readonly id: number; readonly name: string } }) {
  const mayWrite = useMay('sites:write');
  const request = apiRequest('/api/v1/sites/{id}/share-links', { id: site.id });
  const { data, error, reload } = useQuery(request);
  const links = data?.shareLinks;
  return (
    <Card title={t('Share links')} actions={<ExportButtons title={t('Share links')} url={request.url} />}>
      <p class="fine">
        {t(
          'Anyone with a share link can see the page of {site} that the link shows, in any time range and with any filter. You can embed the page in other websites.',
          { site: site.name },
        )}
      </p>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!links && !error && <LoadingState label={t('Loading')} />}
      {links?.length === 0 && <EmptyState title={t('No share links')} />}
      <ul class="share-list">
        {links?.map((link) => (
          <LinkItem key={link.id} siteId={site.id} link={link} />
        ))}
      </ul>
      {mayWrite && (
        <p class="after">
          <DialogButton label={t('New share link')} icon="plus" title={t('New share link')} variant="primary">
            {(close) => <ShareLinkForm siteId={site.id} onCancel={close} onSaved={close} />}
          </DialogButton>
        </p>
      )}
    </Card>
  );
}

interface Props {
  readonly siteId: number;
  readonly link: ShareLink;
}

function LinkItem({ siteId, link }: Props) {
  const { name, page, view, url, hasPassword, expiresAt } = link;
  const mayWrite = useMay('sites:write');
  const seesAll = maySeeAllSites(useSession());
  const now = useNow(60_000);
  return (
    <li class="share-link">
      <p>
        <strong>{name}</strong> <span class="tag tag-plain">{SHARED_CONTENTS[page].label}</span>{' '}
        {hasPassword && <span class="tag tag-plain">{t('password')}</span>}{' '}
        {expiresAt !== null &&
          (Date.parse(expiresAt) <= now.getTime() ? (
            <span class="tag tag-plain">{t('expired')}</span>
          ) : (
            <span class="fine">{rich('Expires on {time}', { time: <Moment at={expiresAt} /> })}</span>
          ))}
      </p>
      {view !== '' && <p class="fine">{rich('Opens with {view}', { view: <code>{view}</code> })}</p>}
      {url === null ? (
        <p class="fine">{reasonWithoutUrl(mayWrite, seesAll || !isOfWorkspace(page))}</p>
      ) : (
        <CodeBlock text={url} />
      )}
      <div class="share-link-actions">
        {url !== null && <CopyButton text={embedCode(url)} label={t('Copy embed code')} />}
        {mayWrite && (
          <>
            {(seesAll || !isOfWorkspace(page)) && (
              <DialogButton label={t('Edit')} title={t('Edit the link “{name}”', { name })}>
                {(close) => <ShareLinkForm siteId={siteId} link={link} onCancel={close} onSaved={close} />}
              </DialogButton>
            )}
            <ConfirmButton
              label={t('Revoke')}
              title={t('Revoke “{name}”?', { name })}
              method="DELETE"
              url={`/api/v1/sites/${siteId}/share-links/${link.id}`}
            >
              {t('The page stops working for everyone within five seconds.')}
            </ConfirmButton>
          </>
        )}
      </div>
    </li>
  );
}

function reasonWithoutUrl(mayWrite: boolean, seesPage: boolean): string {
  if (!mayWrite) return t('Only people who can change sites see the address of this page.');
  return seesPage
    ? t('Sign in with a new link to see the address of this page.')
    : t('Only people who see all sites see the address of this page.');
}

/** The HTML that embeds a shared page. */
const embedCode = (url: string): string =>
  `<iframe src="${url}" title="Statistics" width="100%" height="900" loading="lazy"></iframe>`;
