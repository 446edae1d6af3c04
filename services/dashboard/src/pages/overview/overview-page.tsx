import type { Schemas } from '@headwater/client/client';
import { SitePage } from '../../shell/page';
import { BreakdownCard } from './breakdown-card';
import { RealtimeCard } from './realtime-card';
import { BREAKDOWNS } from './requests';
import { VisitsCard } from './visits-card';

/** The overview of a site, for signed-in users. */
export function OverviewPage() {
  return <SitePage title="Overview" ahead={(site) => <Overview site={site} />} />;
}

/** The content of the overview, for signed-in users and share links. */
export function Overview({ site }: { readonly site: Pick<Schemas['Site'], 'id' | 'name'> }) {
  return (
    <div class="grid">
      <VisitsCard site={site} />
      {BREAKDOWNS.map((breakdown) => (
        <BreakdownCard key={breakdown.id} site={site} breakdown={breakdown} />
      ))}
      <RealtimeCard site={site} />
    </div>
  );
}
