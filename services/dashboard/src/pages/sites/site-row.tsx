import type { Schemas } from '@headwater/client/client';
import { formatCompact } from '../../format/numbers';
import { t } from '../../strings/text';

interface Props {
  readonly site: Schemas['Site'] & { readonly activity?: Schemas['SiteActivity'] };
  /** Whether to show the activity. */
  readonly hasActivity: boolean;
}

/** A site in the list: name, tags, state and visitors. */
export function SiteRow({ site, hasActivity }: Props) {
  const { id, installed, activity } = site;
  const isWaiting = activity && !installed && activity.lastEventAt === null;
  return (
    <li class="site-row">
      <a class="site-row-link" href={isWaiting ? `/sites/${id}/install` : `/sites/${id}`}>
        <span class="site-row-name">{site.name}</span>
        <span class="site-row-domain">{site.domain}</span>
      </a>
      <span class="site-row-tags">
        {site.tags.map((tag) => (
          <span key={tag} class="tag tag-plain">
            {tag}
          </span>
        ))}
      </span>
      {hasActivity && (
        <>
          <SiteState installed={installed} activity={activity} />
          <Sparkline values={activity?.days.map(({ visitors }) => visitors) ?? []} />
          <span class="site-row-visitors">
            <strong>{activity ? formatCompact(activity.visitors) : '…'}</strong>
            <span class="fine">{t('visitors')}</span>
          </span>
        </>
      )}
    </li>
  );
}

interface SiteStateProps {
  readonly installed: boolean;
  /** Undefined while loading. */
  readonly activity: Schemas['SiteActivity'] | undefined;
}

/** Whether a site is live, and its current visitors. */
function SiteState({ installed, activity }: SiteStateProps) {
  if (!activity) return <span class="site-state">…</span>;
  const [tone, label] = stateOf(installed, activity);
  return (
    <span class={`site-state site-state-${tone}`}>
      <span class="lamp" aria-hidden="true" />
      {label}
    </span>
  );
}

function stateOf(
  installed: boolean,
  { online, lastEventAt, goneQuiet }: Schemas['SiteActivity'],
): [tone: string, label: string] {
  if (online > 0) return ['live', t('{count} online', { count: online })];
  if (installed) return goneQuiet ? ['bad', t('No recent events')] : ['ok', t('Live')];
  return lastEventAt === null ? ['wait', t('Not installed')] : ['ok', t('Server events only')];
}

const WIDTH = 120;
const HEIGHT = 32;

/** A small chart without axes. Hidden from screen readers, because the numbers are next to it. */
function Sparkline({ values }: { readonly values: readonly number[] }) {
  const max = Math.max(1, ...values);
  const step = WIDTH / Math.max(1, values.length - 1);
  const points = values.map((value, index) => {
    const y = HEIGHT - 2 - (value / max) * (HEIGHT - 4);
    return `${(index * step).toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <polygon points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} />
      <polyline points={points.join(' ')} />
    </svg>
  );
}
