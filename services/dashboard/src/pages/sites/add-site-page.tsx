import type { Schemas } from '@headwater/client/client';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useWrite } from '../../api/use-write';
import { Form } from '../../components/form';
import { WorkspacePage } from '../../shell/workspace-page';

/** Registers a site, then goes on to its installation. */
export function AddSitePage() {
  const { route } = useLocation();
  const { write, isBusy, error } = useWrite();
  const [domain, setDomain] = useState('');
  const [name, setName] = useState('');
  const [timezone, setTimezone] = useState(() => new Intl.DateTimeFormat('en').resolvedOptions().timeZone);
  const zones = [...new Set([timezone, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
  const create = async () => {
    const body = { domain, timezone, detect: true, ...(name.trim() === '' ? {} : { name }) };
    const site = await write<Schemas['CreatedSite']>('/api/v1/sites', { method: 'POST', body });
    if (site) route(`/sites/${site.id}/install`);
  };
  return (
    <WorkspacePage title="Add a site" lead="A domain that is a site already is left as it is.">
      <div class="card narrow">
        <Form
          submit="Add the site"
          isBusy={isBusy}
          error={error}
          onSubmit={create}
          onCancel={() => route('/')}
        >
          <div class="fields">
            <label class="field">
              Domain
              <input
                required
                autocomplete="off"
                spellcheck={false}
                placeholder="example.com"
                value={domain}
                onInput={(event) => setDomain(event.currentTarget.value)}
              />
              <span class="hint">Without www and path. All its subdomains count.</span>
            </label>
            <label class="field">
              Name
              <input value={name} onInput={(event) => setName(event.currentTarget.value)} />
              <span class="hint">Left empty: the domain.</span>
            </label>
            <label class="field">
              Time zone
              <select value={timezone} onChange={(event) => setTimezone(event.currentTarget.value)}>
                {zones.map((zone) => (
                  <option key={zone} value={zone}>
                    {zone}
                  </option>
                ))}
              </select>
              <span class="hint">Its days begin and end by this clock.</span>
            </label>
          </div>
        </Form>
      </div>
    </WorkspacePage>
  );
}
