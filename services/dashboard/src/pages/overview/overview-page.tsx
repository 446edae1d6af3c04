import { useAccess } from '../../api/fetch-json';
import { SitePage, type SiteAhead } from '../../shell/page';
import { t } from '../../strings/text';
import { FILTER_KEYS } from '../../view/view';
import { BreakdownCard } from './breakdown-card';
import { RealtimeCard, RealtimeStrip, useRealtime } from './realtime-card';
import { BREAKDOWNS, SOURCES_BREAKDOWN, type Breakdown } from './requests';
import { SourcesCard, useSources, type Sources } from './sources-card';
import { useSharedVisits, useVisits, type Visits } from './visits';
import { VisitsCard } from './visits-card';

/** The overview of a site. */
export function OverviewPage() {
  const { shared } = useAccess();
  const Content = shared ? SharedOverview : FullOverview;
  return (
    <SitePage
      title={t('Overview')}
      filterKeys={shared ? FILTER_KEYS.shared : FILTER_KEYS.visits}
      ahead={(site) => <Content site={site} />}
    />
  );
}

/** The overview with revenue and imported history, which share links can't read. */
function FullOverview({ site }: Pick<Props, 'site'>) {
  const visits = useVisits(site.id);
  const sources = useSources(site.id, visits);
  return <Overview site={site} breakdowns={BREAKDOWNS} visits={visits} sources={sources} />;
}

const SHARED_BREAKDOWNS = [SOURCES_BREAKDOWN, ...BREAKDOWNS];

/** The overview of a share link. */
function SharedOverview({ site }: Pick<Props, 'site'>) {
  const visits = useSharedVisits(site.id, SHARED_BREAKDOWNS);
  return <Overview site={site} breakdowns={SHARED_BREAKDOWNS} visits={visits} />;
}

interface Props {
  readonly site: SiteAhead;
  /** Cards whose rows the request of the visits has. */
  readonly breakdowns: readonly Breakdown[];
  readonly visits: Visits;
  /** The sources with revenue, which share links can't read. */
  readonly sources?: Sources;
}

function Overview({ site, breakdowns, visits, sources }: Props) {
  const realtime = useRealtime(site.id);
  return (
    <div class="grid">
      <RealtimeStrip realtime={realtime.data} />
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
      <RealtimeCard site={site} realtime={realtime} wide={sources === undefined} />
    </div>
  );
}
