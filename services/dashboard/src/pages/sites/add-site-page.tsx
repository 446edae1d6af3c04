import type { Schemas } from '@headwater/client/client';
import { useLocation } from 'preact-iso/router';
import { useState } from 'preact/hooks';
import { useMutation } from '../../api/hooks';
import { Form } from '../../components/forms';
import { WorkspacePage } from '../../shell/page';
import { t } from '../../strings/text';

/** The form for a new site. Opens its install page when done. */
export function AddSitePage() {
  const { route } = useLocation();
  const { write, isBusy, error } = useMutation();
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
    <WorkspacePage
      title={t('Add a site')}
      lead={t('If the domain already exists, the existing site is kept unchanged.')}
    >
      <div class="card narrow">
        <Form
          submit={t('Add site')}
          isBusy={isBusy}
          error={error}
          onSubmit={create}
          onCancel={() => route('/')}
        >
          <div class="fields">
            <label class="field">
              {t('Domain')}
              <input
                required
                autocomplete="off"
                spellcheck={false}
                placeholder="example.com"
                value={domain}
                onInput={(event) => setDomain(event.currentTarget.value)}
              />
              <span class="hint">{t('Without www and path. Includes all subdomains.')}</span>
            </label>
            <label class="field">
              {t('Name')}
              <input value={name} onInput={(event) => setName(event.currentTarget.value)} />
              <span class="hint">{t('Defaults to the domain.')}</span>
            </label>
            <label class="field">
              {t('Time zone')}
              <select value={timezone} onChange={(event) => setTimezone(event.currentTarget.value)}>
                {zones.map((zone) => (
                  <option key={zone} value={zone}>
                    {zone}
                  </option>
                ))}
              </select>
              <span class="hint">{t('Defines when days start and end.')}</span>
            </label>
          </div>
        </Form>
      </div>
    </WorkspacePage>
  );
}
