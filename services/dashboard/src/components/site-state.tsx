import type { Schemas } from '@headwater/client/client';
import { formatCount } from '../format/numbers';

interface Props {
  readonly installed: boolean;
  /** Undefined while it is loading. */
  readonly activity: Schemas['SiteActivity'] | undefined;
}

/** Whether a site is measured, and how many are on it. */
export function SiteState({ installed, activity }: Props) {
  if (!activity) return <span class="site-state">…</span>;
  const [tone, words] = wordsFor(installed, activity);
  return (
    <span class={`site-state site-state-${tone}`}>
      <span class="lamp" aria-hidden="true" />
      {words}
    </span>
  );
}

function wordsFor(
  installed: boolean,
  { online, lastEventAt, goneQuiet }: Schemas['SiteActivity'],
): [tone: string, words: string] {
  if (online > 0) return ['live', `${formatCount(online)} online`];
  if (installed) return goneQuiet ? ['bad', 'Gone quiet'] : ['ok', 'Live'];
  return lastEventAt === null ? ['wait', 'Not installed'] : ['ok', 'Servers only'];
}
