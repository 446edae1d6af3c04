import type { Schemas } from '@headwater/client/client';
import { formatCount } from '../format/numbers';

/** Whether a site is measured, and how many are on it. */
export function SiteState({ status }: { readonly status: Schemas['SiteStatus'] | undefined }) {
  if (!status) return <span class="site-state">…</span>;
  const [tone, words] = wordsFor(status);
  return (
    <span class={`site-state site-state-${tone}`}>
      <span class="lamp" aria-hidden="true" />
      {words}
    </span>
  );
}

function wordsFor({ installed, online, lastEventAt, findings }: Schemas['SiteStatus']): [string, string] {
  if (online > 0) return ['live', `${formatCount(online)} online`];
  if (installed)
    return findings.some(({ code }) => code === 'gone_quiet') ? ['bad', 'Gone quiet'] : ['ok', 'Live'];
  return lastEventAt === null ? ['wait', 'Not installed'] : ['ok', 'Servers only'];
}
