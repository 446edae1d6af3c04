import type { Schemas } from '@headwater/client/client';
import { useMemo, useState } from 'preact/hooks';
import { useWrite } from '../../api/use-write';
import { Form } from '../../components/form';

interface Props {
  readonly site: Schemas['FullSite'];
  readonly mayChange: boolean;
}

/** Name, time zone and tags; the categories stay as the API has them. */
export function SiteForm({ site, mayChange }: Props) {
  const [name, setName] = useState(site.name);
  const [timezone, setTimezone] = useState(site.timezone);
  const [tags, setTags] = useState(site.tags.join(', '));
  const [isSaved, setSaved] = useState(false);
  const { write, isBusy, error } = useWrite();
  const zones = useMemo(
    () => [...new Set([site.timezone, 'UTC', ...Intl.supportedValuesOf('timeZone')])],
    [],
  );
  const save = async () => {
    setSaved(false);
    const body = { name: name.trim(), timezone, tags: tagsIn(tags) };
    setSaved((await write<object>(`/api/v1/sites/${site.id}`, { method: 'PATCH', body })) !== undefined);
  };
  return (
    <Form submit="Save" isBusy={isBusy || !mayChange} error={error} onSubmit={save}>
      <label class="field">
        Name
        <input
          required
          maxLength={200}
          value={name}
          onInput={({ currentTarget: { value } }) => setName(value)}
        />
      </label>
      <label class="field">
        Time zone
        <select value={timezone} onChange={({ currentTarget: { value } }) => setTimezone(value)}>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
        </select>
        <span class="hint">Days and weeks begin by it, those before today too.</span>
      </label>
      <label class="field">
        Tags
        <input value={tags} onInput={({ currentTarget: { value } }) => setTags(value)} />
        <span class="hint">Between commas.</span>
      </label>
      {isSaved && (
        <p class="notice notice-good" role="status">
          Saved.
        </p>
      )}
    </Form>
  );
}

/** `a, b ,` → `['a', 'b']`. */
const tagsIn = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
