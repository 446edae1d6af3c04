import type { Schemas } from '@headwater/client/client';
import { useLocation } from 'preact-iso/router';
import { useMemo, useState } from 'preact/hooks';
import { useMutation } from '../../api/hooks';
import { may, useSession } from '../../api/session';
import { Card } from '../../components/card';
import { ConfirmButton, Form } from '../../components/forms';
import { SitePage } from '../../shell/page';
import { t } from '../../strings/text';
import { ExclusionsForm } from './exclusions-form';

/** Settings of a site, and its deletion. */
export function SettingsPage() {
  const { route } = useLocation();
  const mayChange = may(useSession(), 'sites:write');
  return (
    <SitePage title={t('Settings')} controls="none">
      {(site) => (
        <div class="grid">
          <Card title={t('Site')}>
            <SiteForm {...{ site, mayChange }} />
          </Card>
          <Card title={t('Retention')}>
            <RetentionForm {...{ site, mayChange }} />
          </Card>
          <Card title={t('Exclusions')}>
            <ExclusionsForm {...{ site, mayChange }} />
          </Card>
          {mayChange && (
            <Card title={t('Delete')}>
              <p>
                {t(
                  'Moves the site to the trash and rejects its site key. You can restore the site and all its numbers for 30 days.',
                )}
              </p>
              <div class="card-foot">
                <ConfirmButton
                  label={t('Move to trash')}
                  icon="trash"
                  title={t('Delete “{name}”?', { name: site.name })}
                  method="DELETE"
                  url={`/api/v1/sites/${site.id}`}
                  onDone={() => route('/trash')}
                >
                  {t('Visitors are no longer counted. You can restore the site for 30 days.')}
                </ConfirmButton>
              </div>
            </Card>
          )}
        </div>
      )}
    </SitePage>
  );
}

interface Props {
  readonly site: Schemas['FullSite'];
  readonly mayChange: boolean;
}

/** Form for name, time zone, tags, scrubbing and click ids. Keeps the categories. Sends only changed fields, to keep changes of others. */
function SiteForm({ site, mayChange }: Props) {
  const [before, setBefore] = useState(site);
  const [name, setName] = useState(site.name);
  const [timezone, setTimezone] = useState(site.timezone);
  const [tags, setTags] = useState(site.tags.join(', '));
  const [scrub, setScrub] = useState(site.scrub);
  const [clickIds, setClickIds] = useState(site.clickIds);
  const [isSaved, setSaved] = useState(false);
  const { write, isBusy, error } = useMutation();
  const zones = useMemo(
    () => [...new Set([site.timezone, 'UTC', ...Intl.supportedValuesOf('timeZone')])],
    [],
  );
  const save = async () => {
    setSaved(false);
    const body = {
      ...(name === before.name ? {} : { name: name.trim() }),
      ...(timezone === before.timezone ? {} : { timezone }),
      ...(tags === before.tags.join(', ') ? {} : { tags: tagsIn(tags) }),
      ...(scrub === before.scrub ? {} : { scrub }),
      ...(clickIds === before.clickIds ? {} : { clickIds }),
    };
    const saved = await write<Schemas['FullSite']>(`/api/v1/sites/${site.id}`, { method: 'PATCH', body });
    if (saved) setBefore(saved);
    setSaved(saved !== undefined);
  };
  return (
    <Form submit={t('Save')} isBusy={isBusy || !mayChange} error={error} onSubmit={save}>
      <label class="field">
        {t('Name')}
        <input
          required
          maxLength={200}
          value={name}
          onInput={({ currentTarget: { value } }) => setName(value)}
        />
      </label>
      <label class="field">
        {t('Time zone')}
        <select value={timezone} onChange={({ currentTarget: { value } }) => setTimezone(value)}>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
        </select>
        <span class="hint">{t('Defines when days and weeks start, also for past days.')}</span>
      </label>
      <label class="field">
        {t('Tags')}
        <input value={tags} onInput={({ currentTarget: { value } }) => setTags(value)} />
        <span class="hint">{t('Separate tags with commas.')}</span>
      </label>
      <Checkbox
        label={t('Redact email addresses and tokens')}
        hint={t('Applies to new events and imports.')}
        checked={scrub}
        onChange={setScrub}
      />
      <Checkbox
        label={t('Store click ids of ad platforms')}
        hint={t(
          'Encrypted, for 90 days, so that you can export conversions to Google Ads and Meta. Off also deletes those that are stored.',
        )}
        checked={clickIds}
        onChange={setClickIds}
      />
      {isSaved && (
        <p class="notice notice-good" role="status">
          {t('Saved.')}
        </p>
      )}
    </Form>
  );
}

interface CheckboxProps {
  readonly label: string;
  readonly hint: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

function Checkbox({ label, hint, checked, onChange }: CheckboxProps) {
  return (
    <div class="field">
      <label class="check">
        <input
          type="checkbox"
          checked={checked}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      <span class="hint">{hint}</span>
    </div>
  );
}

/** Form for the days for which events are stored. Sends them only if changed, to keep changes of others. */
function RetentionForm({ site, mayChange }: Props) {
  const [before, setBefore] = useState(daysOf(site));
  const [days, setDays] = useState(before);
  const [appliesAt, setAppliesAt] = useState(site.retentionAppliesAt);
  const [isSaved, setSaved] = useState(false);
  const { write, isBusy, error } = useMutation();
  const save = async () => {
    setSaved(false);
    const body = days === before ? {} : { retentionDays: days === '' ? null : Number(days) };
    const saved = await write<Schemas['FullSite']>(`/api/v1/sites/${site.id}`, { method: 'PATCH', body });
    if (saved) {
      setBefore(daysOf(saved));
      setDays(daysOf(saved));
      setAppliesAt(saved.retentionAppliesAt);
    }
    setSaved(saved !== undefined);
  };
  return (
    <Form submit={t('Save retention')} isBusy={isBusy || !mayChange} error={error} onSubmit={save}>
      <label class="field">
        {t('Days to store events')}
        <input
          type="number"
          min={30}
          max={3650}
          placeholder={t('All days')}
          value={days}
          onInput={({ currentTarget: { value } }) => setDays(value)}
        />
        <span class="hint">
          {t(
            'Older events are removed permanently. A shorter retention applies after 7 days; you can undo it until then. Recorded channels of customers stay.',
          )}
        </span>
      </label>
      {appliesAt !== null && (
        <p class="notice" role="status">
          {t('Applies from {day}.', { day: appliesAt.slice(0, 10) })}
        </p>
      )}
      {site.removedBefore !== null && (
        <p class="hint">{t('Events before {day} are removed.', { day: site.removedBefore })}</p>
      )}
      {isSaved && (
        <p class="notice notice-good" role="status">
          {t('Retention saved.')}
        </p>
      )}
    </Form>
  );
}

const daysOf = ({ retentionDays }: Schemas['FullSite']): string =>
  retentionDays === null ? '' : String(retentionDays);

/** `a, b ,` → `['a', 'b']`. */
const tagsIn = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
