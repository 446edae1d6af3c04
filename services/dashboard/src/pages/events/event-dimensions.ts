import { formatDimension } from '../../format/names';

/** Columns that an event can be broken down by, the first where the address says nothing. */
const EVENT_COLUMNS = [
  'channel',
  'pathname',
  'source',
  'utm_campaign',
  'country',
  'device',
  'browser',
  'os',
] as const;

const choice = (value: string) => ({ value, label: formatDimension(value) });

/** The dimensions of an event with those properties, in groups. */
export const dimensionGroups = (properties: readonly string[]) => [
  { label: 'Columns', choices: EVENT_COLUMNS.map(choice) },
  { label: 'Properties', choices: properties.map((key) => choice(`props.${key}`)) },
];

/** The one that an address names when it is one of these, else the first. */
export function dimensionIn(named: string | null, properties: readonly string[]): string {
  const all: readonly string[] = [...EVENT_COLUMNS, ...properties.map((key) => `props.${key}`)];
  return all.find((each) => each === named) ?? EVENT_COLUMNS[0];
}
