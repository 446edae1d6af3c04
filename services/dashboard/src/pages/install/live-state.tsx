import type { Schemas } from '@headwater/client/client';
import { Icon } from '../../components/icon';
import { useNow } from '../../components/use-now';
import { formatAgo } from '../../format/dates';
import { formatCount } from '../../format/numbers';

interface Props {
  readonly site: Schemas['Site'];
  readonly status: Schemas['SiteStatus'] | undefined;
}

/** Waiting, or live. Said aloud when it changes. */
export function LiveState({ site, status }: Props) {
  const now = useNow(10_000);
  if (!status?.installed)
    return (
      <div class="live-state" role="status">
        <span class="pulse" aria-hidden="true" />
        <div>
          <p class="state-title">Waiting for the first visit to {site.domain}</p>
          <p class="fine">This page looks every two seconds. Leave it open.</p>
        </div>
      </div>
    );
  return (
    <div class="live-state live-state-good" role="status">
      <span class="live-check" aria-hidden="true">
        <Icon name="check" />
      </span>
      <div class="live-state-text">
        <p class="state-title">{site.domain} is live</p>
        <p>
          {formatCount(status.online)} online now
          {status.lastEventAt !== null && `, last event ${formatAgo(status.lastEventAt, now)}`}
        </p>
      </div>
      <a class="button button-primary" href={`/sites/${site.id}`}>
        See the numbers
      </a>
    </div>
  );
}
