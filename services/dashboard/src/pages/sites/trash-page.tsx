import type { Schemas } from '@headwater/client/client';
import { useQuery, useMutation } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { may, useSession } from '../../api/session';
import { EmptyState, ErrorMessage, ErrorState, LoadingState } from '../../components/states';
import { useNow } from '../../components/time';
import { formatAgo } from '../../format/dates';
import { WorkspacePage } from '../../shell/page';
import { t } from '../../strings/text';
import '../../style/site-list.css';

/** Deleted sites, which can be restored until they are purged. */
export function TrashPage() {
  const { data, error, reload } = useQuery(apiRequest('/api/v1/sites', {}, { deleted: 'true' }));
  // The schema has one name for active and deleted sites.
  const sites = data?.sites as readonly Schemas['DeletedSite'][] | undefined;
  return (
    <WorkspacePage
      title={t('Trash')}
      lead={t(
        'You can restore a deleted site and all its numbers for 30 days. Then they are permanently deleted.',
      )}
      actions={
        <a class="button" href="/">
          {t('All sites')}
        </a>
      }
    >
      {error && <ErrorState error={error} onRetry={reload} />}
      {!sites && !error && <LoadingState label={t('Loading deleted sites')} />}
      {sites?.length === 0 && (
        <EmptyState title={t('The trash is empty')}>{t('Deleted sites appear here for 30 days.')}</EmptyState>
      )}
      <ul class="site-list" aria-label={t('Deleted sites')}>
        {sites?.map((site) => (
          <DeletedSite key={site.id} site={site} />
        ))}
      </ul>
    </WorkspacePage>
  );
}

function DeletedSite({ site }: { readonly site: Schemas['DeletedSite'] }) {
  const session = useSession();
  const now = useNow(60_000);
  const { write, isBusy, error } = useMutation();
  const days = daysLeft(site.purgeAt, now);
  const restore = () => write(`/api/v1/sites/${site.id}/restore`, { method: 'POST' });
  return (
    <li class="site-row">
      <span class="site-row-link">
        <span class="site-row-name">{site.name}</span>
        <span class="site-row-domain">{site.domain}</span>
      </span>
      <span class="fine">{t('Deleted {ago}', { ago: formatAgo(site.deletedAt, now) })}</span>
      <span class={days <= 3 ? 'days-left days-left-few' : 'days-left'}>
        {t('{count} days left', { count: days })}
      </span>
      {may(session, 'sites:write') && (
        <button
          type="button"
          class="button"
          disabled={isBusy}
          onClick={() => void restore()}
          aria-label={t('Restore {name}', { name: site.name })}
        >
          {t('Restore')}
        </button>
      )}
      {error && (
        <p class="notice notice-bad site-row-notice" role="alert">
          <ErrorMessage error={error} />
        </p>
      )}
    </li>
  );
}

const DAY_MS = 86_400_000;

/** Days until the purge, rounded up. */
const daysLeft = (purgeAt: string, now: Date): number =>
  Math.max(0, Math.ceil((Date.parse(purgeAt) - now.getTime()) / DAY_MS));
