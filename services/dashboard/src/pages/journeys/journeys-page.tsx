import { useLocation } from 'preact-iso/router';
import { Tabs } from '../../components/card';
import { SitePage } from '../../shell/page';
import { t } from '../../strings/text';
import { useView } from '../../view/use-view';
import { urlOf } from '../../view/view';
import { daysOf } from '../../view/window';
import { Funnels } from './funnels';
import { RetentionCard } from './retention-card';
import '../../style/journeys.css';

/** Parameter of the shown part. */
const SHOWN = 'show';
/** Fewer days have too few weeks to compare. */
const MIN_RETENTION_DAYS = 56;

/** The steps that visitors complete, and whether they return. */
export function JourneysPage() {
  return <SitePage title={t('Journeys')} controls="range" ahead={(site) => <Journeys site={site} />} />;
}

function Journeys({ site }: { readonly site: { readonly id: number; readonly name: string } }) {
  const { path } = useLocation();
  const { view, search, hrefWith } = useView();
  const chosen = search.get(SHOWN) === 'retention' ? 'retention' : 'funnels';
  const retention = new URLSearchParams(search);
  retention.set(SHOWN, 'retention');
  if (daysOf(view.window) < MIN_RETENTION_DAYS) {
    retention.delete('from');
    retention.delete('to');
    retention.set('range', '90d');
  }
  return (
    <>
      <div class="journeys-tabs">
        <Tabs
          label={t('Journeys')}
          chosen={chosen}
          tabs={[
            { id: 'funnels', label: t('Funnels'), href: hrefWith(SHOWN, undefined) },
            { id: 'retention', label: t('Retention|visitors'), href: urlOf(path, retention) },
          ]}
        />
      </div>
      {chosen === 'funnels' ? <Funnels site={site} /> : <RetentionCard site={site} />}
    </>
  );
}
