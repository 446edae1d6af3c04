import { DIMENSION_COLUMNS } from '@headwater/protos/vocabulary';
import { formatDimension } from '../../format/names';

const choice = (value: string) => ({ value, label: formatDimension(value) });

/** Shown where the address names none. */
const FIRST = 'channel';

/** The dimensions of an event with those properties, in groups. */
export const dimensionGroups = (properties: readonly string[]) => [
  { label: 'Columns', choices: DIMENSION_COLUMNS.map(choice) },
  { label: 'Properties', choices: properties.map((key) => choice(`props.${key}`)) },
];

/** The one that an address names when it is one of these, else the channel. */
export function dimensionIn(named: string | null, properties: readonly string[]): string {
  const all: readonly string[] = [...DIMENSION_COLUMNS, ...properties.map((key) => `props.${key}`)];
  return all.find((each) => each === named) ?? FIRST;
}
