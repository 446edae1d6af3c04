import { SitePage } from '../../shell/site-page';
import { ShareLinks } from './share-links';

/** Public pages of a site's numbers: who may look without signing in. */
export function SharingPage() {
  return (
    <SitePage title="Sharing" controls="none">
      {(site) => <ShareLinks site={site} />}
    </SitePage>
  );
}
