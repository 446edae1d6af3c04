import { SitePage } from '../../shell/site-page';
import { Installation } from './installation';

/** How to place the snippet, and whether it works. */
export function InstallPage() {
  return (
    <SitePage title="Install" controls="none">
      {(site) => <Installation site={site} />}
    </SitePage>
  );
}
