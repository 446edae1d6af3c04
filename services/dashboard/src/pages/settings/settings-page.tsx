import { useLocation } from 'preact-iso/router';
import { ConfirmButton } from '../../components/confirm-button';
import { Card } from '../../components/card';
import { may, useSession } from '../../shell/session-context';
import { SitePage } from '../../shell/site-page';
import { SiteForm } from './site-form';

/** What a site is called, and the way to the bin. */
export function SettingsPage() {
  const { route } = useLocation();
  const mayChange = may(useSession(), 'sites:write');
  return (
    <SitePage title="Settings" controls="none">
      {(site) => (
        <div class="grid">
          <Card title="Site">
            {/* Anew when what was kept of the site turns out to be old: saving it would undo the change since. */}
            <SiteForm
              key={JSON.stringify([site.id, site.name, site.timezone, site.tags])}
              {...{ site, mayChange }}
            />
          </Card>
          {mayChange && (
            <Card title="Delete">
              <p>
                The site goes to the bin: its key is refused at once, its numbers are kept for 30 days, and
                within them it can be restored as it was.
              </p>
              <div class="card-foot">
                <ConfirmButton
                  label="Move to the bin"
                  icon="bin"
                  title={`Delete “${site.name}”?`}
                  method="DELETE"
                  url={`/api/v1/sites/${site.id}`}
                  onDone={() => route('/bin')}
                >
                  Its visitors are no longer counted from now on. You can restore it for 30 days.
                </ConfirmButton>
              </div>
            </Card>
          )}
        </div>
      )}
    </SitePage>
  );
}
