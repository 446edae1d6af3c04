import { useMemo } from 'preact/hooks';
import { Icon } from '../components/icon';
import { useView } from '../view/use-view';

interface Props {
  readonly siteTimezone: string;
  /** Whose zone that is, in a word. */
  readonly whose?: string;
}

/** The zone of days and buckets, always in sight: the site's unless the address says another. */
export function TimezonePicker({ siteTimezone, whose = 'site' }: Props) {
  const { view, show } = useView();
  const own = Intl.DateTimeFormat('en').resolvedOptions().timeZone;
  const near = [...new Set([siteTimezone, own, 'UTC', ...(view.timezone ? [view.timezone] : [])])];
  const all = useMemo(() => Intl.supportedValuesOf('timeZone'), []);
  return (
    <label class="select select-zone">
      <Icon name="clock" />
      <span class="sr-only">Time zone</span>
      <select
        value={view.timezone ?? siteTimezone}
        onChange={({ currentTarget: { value } }) =>
          show({ timezone: value === siteTimezone ? undefined : value })
        }
      >
        {near.map((zone) => (
          <option key={zone} value={zone}>
            {zone}
            {zone === siteTimezone ? ` (${whose})` : zone === own ? ' (yours)' : ''}
          </option>
        ))}
        <optgroup label="All time zones">
          {all
            .filter((zone) => !near.includes(zone))
            .map((zone) => (
              <option key={zone} value={zone}>
                {zone}
              </option>
            ))}
        </optgroup>
      </select>
    </label>
  );
}
