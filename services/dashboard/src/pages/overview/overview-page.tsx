import type { Schemas } from '@headwater/client/client';
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/hooks';
import { SitePage } from '../../shell/page';
import { t } from '../../strings/text';
import { useView } from '../../view/use-view';
import { BreakdownCard } from './breakdown-card';
import { RealtimeCard } from './realtime-card';
import { BREAKDOWNS, selectedDimension, SOURCES_BREAKDOWN, visitsRequest, type Breakdown } from './requests';
import { SourcesCard, useSources, type Sources } from './sources-card';
import { VisitsCard } from './visits-card';

/** The server answers repeats for past days from its cache. */
const EVERY_MS = 60_000;

/** The overview of a site, for signed-in users. */
export function OverviewPage() {
  return <SitePage title={t('Overview')} ahead={(site) => <FullOverview site={site} />} />;
}

/** The overview with revenue and imported history, which share links can't read. */
function FullOverview({ site }: Pick<Props, 'site'>) {
  const sources = useSources(site.id);
  return <Overview site={site} breakdowns={BREAKDOWNS} hasImported sources={sources} />;
}

/** The overview of a share link. */
export function SharedOverview({ site }: Pick<Props, 'site'>) {
  return <Overview site={site} breakdowns={[SOURCES_BREAKDOWN, ...BREAKDOWNS]} />;
}

interface Props {
  readonly site: Pick<Schemas['Site'], 'id' | 'name'>;
  /** Cards whose rows the request of the visits has. */
  readonly breakdowns: readonly Breakdown[];
  readonly hasImported?: boolean;
  /** The sources with revenue, which share links can't read. */
  readonly sources?: Sources;
}

function Overview({ site, breakdowns, hasImported = false, sources }: Props) {
  const { view, search } = useView();
  // Those of the first view: a card that then shows another dimension requests it, and the others keep their rows.
  const [dimensions] = useState(() => breakdowns.map((breakdown) => selectedDimension(breakdown, search)));
  const request = visitsRequest(site.id, view, { dimensions, hasImported });
  const query = useQuery(request, { everyMs: EVERY_MS });
  const visits = {
    dimensions,
    // Without the rows of the other cards.
    url: visitsRequest(site.id, view, { hasImported }).url,
    ...query,
    // The card of the visits stops and repeats both requests.
    reload: () => {
      query.reload();
      sources?.query.reload();
    },
    stop: () => {
      query.stop();
      if (sources?.query.isLoading) sources.query.stop();
    },
  };
  return (
    <div class="grid">
      <VisitsCard
        site={site}
        visits={visits}
        revenue={sources?.totals}
        hasAnnotations={sources !== undefined}
      />
      {sources && <SourcesCard site={site} sources={sources} visits={visits} />}
      {breakdowns.map((breakdown) => (
        <BreakdownCard key={breakdown.id} site={site} breakdown={breakdown} visits={visits} />
      ))}
      <RealtimeCard site={site} wide={sources === undefined} />
    </div>
  );
}
