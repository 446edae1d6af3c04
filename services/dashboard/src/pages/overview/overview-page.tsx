import type { Schemas } from '@headwater/client/client';
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/hooks';
import { SitePage } from '../../shell/page';
import { useView } from '../../view/use-view';
import { BreakdownCard } from './breakdown-card';
import { RealtimeCard } from './realtime-card';
import { BREAKDOWNS, selectedDimensions, visitsRequest } from './requests';
import { VisitsCard } from './visits-card';

/** The server answers repeats for past days from its cache. */
const EVERY_MS = 60_000;

/** The overview of a site, for signed-in users. */
export function OverviewPage() {
  return <SitePage title="Overview" ahead={(site) => <Overview site={site} hasImported />} />;
}

interface Props {
  readonly site: Pick<Schemas['Site'], 'id' | 'name'>;
  /** Whether to show imported history. Share links can't read it. */
  readonly hasImported?: boolean;
}

/** The content of the overview, for signed-in users and share links. */
export function Overview({ site, hasImported = false }: Props) {
  const { view, search } = useView();
  // Those of the first view: a card that then shows another dimension requests it, and the others keep their rows.
  const [dimensions] = useState(() => selectedDimensions(search));
  const request = visitsRequest(site.id, view, { dimensions, hasImported });
  const visits = {
    dimensions,
    // Without the rows of the other cards.
    url: visitsRequest(site.id, view, { hasImported }).url,
    ...useQuery(request, { everyMs: EVERY_MS }),
  };
  return (
    <div class="grid">
      <VisitsCard site={site} visits={visits} />
      {BREAKDOWNS.map((breakdown) => (
        <BreakdownCard key={breakdown.id} site={site} breakdown={breakdown} visits={visits} />
      ))}
      <RealtimeCard site={site} />
    </div>
  );
}
