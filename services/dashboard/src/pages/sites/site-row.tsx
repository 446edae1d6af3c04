import type { Schemas } from '@headwater/client/client';
import { SiteState } from '../../components/site-state';
import { Sparkline } from '../../components/sparkline';
import { formatCompact } from '../../format/numbers';

interface Props {
  readonly site: Schemas['Site'] & { readonly activity?: Schemas['SiteActivity'] };
  /** Whether how it does may be seen, too. */
  readonly isCounted: boolean;
}

/** A site in the list: its name, whether it is live, its visitors and their course. */
export function SiteRow({ site, isCounted }: Props) {
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
      {isCounted && (
        <>
          <SiteState installed={installed} activity={activity} />
          <Sparkline values={activity?.days.map(({ visitors }) => visitors) ?? []} />
          <span class="site-row-figure">
            <strong>{activity ? formatCompact(activity.visitors) : '…'}</strong>
            <span class="fine">visitors</span>
          </span>
        </>
      )}
    </li>
  );
}
