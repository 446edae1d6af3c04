import type { Schemas } from '@headwater/client/client';
import { BREAKDOWNS } from './breakdowns';
import { BreakdownCard } from './breakdown-card';
import { RealtimeCard } from './realtime-card';
import { VisitsCard } from './visits-card';

/** Everything of the overview but its frame: signed-in pages and shared ones have it alike. */
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
