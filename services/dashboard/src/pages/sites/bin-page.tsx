import type { Schemas } from '@headwater/client/client';
import { question } from '../../api/question';
import { useAnswer } from '../../api/use-answer';
import { useWrite } from '../../api/use-write';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { useNow } from '../../components/use-now';
import { formatAgo } from '../../format/dates';
import { may, useSession } from '../../shell/session-context';
import { WorkspacePage } from '../../shell/workspace-page';
import { daysLeft } from './days-left';

/** Deleted sites, until they are gone for good. */
export function BinPage() {
  const { data, error, reload } = useAnswer(question('/api/v1/sites', {}, { deleted: 'true' }));
  // The schema answers either list under one name.
  const sites = data?.sites as readonly Schemas['BinnedSite'][] | undefined;
  return (
    <WorkspacePage
      title="Bin"
      lead="A deleted site and all its numbers can be had back for 30 days. Then they are removed for good."
      actions={
        <a class="button" href="/">
          All sites
        </a>
      }
    >
      {error && <ErrorState error={error} onRetry={reload} />}
      {!sites && !error && <LoadingState label="Looking into the bin" />}
      {sites?.length === 0 && <EmptyState title="The bin is empty">Deleted sites wait here.</EmptyState>}
      <ul class="site-list" aria-label="Deleted sites">
        {sites?.map((site) => (
          <BinnedSite key={site.id} site={site} onRestored={reload} />
        ))}
      </ul>
    </WorkspacePage>
  );
}

function BinnedSite({
  site,
  onRestored,
}: {
  readonly site: Schemas['BinnedSite'];
  readonly onRestored: () => void;
}) {
  const session = useSession();
  const now = useNow(60_000);
  const { write, isBusy, error } = useWrite();
  const days = daysLeft(site.purgeAt, now);
  const restore = async () => {
    if (await write(`/api/v1/sites/${site.id}/restore`, { method: 'POST' })) onRestored();
  };
  return (
    <li class="site-row">
      <span class="site-row-link">
        <span class="site-row-name">{site.name}</span>
        <span class="site-row-domain">{site.domain}</span>
      </span>
      <span class="fine">Deleted {formatAgo(site.deletedAt, now)}</span>
      <span class={days <= 3 ? 'days-left days-left-few' : 'days-left'}>
        {days === 1 ? '1 day left' : `${days} days left`}
      </span>
      {may(session, 'sites:write') && (
        <button
          type="button"
          class="button"
          disabled={isBusy}
          onClick={() => void restore()}
          aria-label={`Restore ${site.name}`}
        >
          Restore
        </button>
      )}
      {error && (
        <p class="notice notice-bad site-row-notice" role="alert">
          {error.message}
        </p>
      )}
    </li>
  );
}
