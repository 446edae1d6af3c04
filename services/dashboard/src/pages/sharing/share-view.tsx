import type { SharedPage } from '@headwater/protos/vocabulary';
import { useState } from 'preact/hooks';
import { CodeBlock } from '../../components/copy-button';
import { t } from '../../strings/text';
import { ShareLinkForm, type ShareLink } from './share-link-form';

export interface ShareViewProps {
  readonly page: SharedPage;
  /** Undefined on pages of the workspace. */
  readonly siteId: number | undefined;
  /** Query string of the shown page. */
  readonly query: string;
  readonly close: () => void;
}

const SITE_FILTER = 'filter[site]';

/** Creates a share link of the shown page in its view, and shows the address. */
export function ShareView({ page, siteId, query, close }: ShareViewProps) {
  const [created, setCreated] = useState<ShareLink>();
  // The site of a link takes the place of a filter by one site.
  const [site, ...others] = new URLSearchParams(query).getAll(SITE_FILTER);
  const isOfSite = siteId === undefined && site !== undefined && others.length === 0 && /^\d+$/.test(site);
  if (!created)
    return (
      <ShareLinkForm
        {...(isOfSite ? { siteId: Number(site), view: withoutSite(query) } : { siteId, view: query })}
        page={page}
        onSaved={setCreated}
        onCancel={close}
      />
    );
  const { url } = created;
  return (
    <>
      <p role="status">{t('The link is created. The page “Sharing” of the site lists it.')}</p>
      {url !== null && <CodeBlock text={url} />}
      <div class="dialog-actions">
        <button type="button" class="button button-primary" onClick={close}>
          {t('Close')}
        </button>
      </div>
    </>
  );
}

const withoutSite = (query: string): string =>
  query
    .split('&')
    .filter((part) => !part.startsWith(`${SITE_FILTER}=`))
    .join('&');
