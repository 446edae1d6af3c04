import type { Schemas } from '@headwater/client/client';
import { useRef } from 'preact/hooks';
import { question } from '../../api/question';
import { useAnswer } from '../../api/use-answer';
import { SiteState } from '../../components/site-state';
import { Sparkline } from '../../components/sparkline';
import { useSeen } from '../../components/use-seen';
import { formatCompact } from '../../format/numbers';

const EVERY_MS = 15_000;

/** A site in the list: its name, whether it is live, its visitors and their course. Asks for these once it is in sight. */
export function SiteRow({ site }: { readonly site: Schemas['Site'] }) {
  const row = useRef<HTMLLIElement>(null);
  const isSeen = useSeen(row);
  const { id } = site;
  const { data: status } = useAnswer(isSeen ? question('/api/v1/sites/{id}/status', { id }) : undefined, {
    everyMs: EVERY_MS,
  });
  const { data: stats } = useAnswer(
    isSeen ? question('/api/v1/sites/{id}/stats', { id }, { range: '30d', grain: 'day' }) : undefined,
  );
  const isWaiting = status && !status.installed && status.lastEventAt === null;
  return (
    <li ref={row} class="site-row">
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
      <SiteState status={status} />
      <Sparkline values={stats?.data.series.map(({ visitors }) => visitors) ?? []} />
      <span class="site-row-figure">
        <strong>{stats ? formatCompact(stats.data.visitors) : '…'}</strong>
        <span class="fine">visitors</span>
      </span>
    </li>
  );
}
