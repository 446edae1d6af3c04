/** Properties as they travel. */
export type Props = Record<string, string | number | boolean>;

/**
 * The properties of an event that the collector takes: at most 30, text cut at 500 characters.
 * What is no string, number or boolean, or has a key outside `[A-Za-z0-9_.-]{1,64}`, is left out.
 */
export function eventProps(given: unknown): Props {
  const props: Props = {};
  for (const [key, value] of Object.entries(given || {}).slice(0, 30) as [string, unknown][]) {
    if (!/^[\w.-]{1,64}$/.test(key)) continue;
    if (typeof value == 'string') props[key] = value.slice(0, 500);
    else if (typeof value == 'boolean' || Number.isFinite(value)) props[key] = value as number;
  }
  return props;
}
