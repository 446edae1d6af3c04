import { PROPERTY_KEY } from '@headwater/protos/vocabulary';
import { MAX_PROP_VALUE, parseProps } from '../event-limits';
import { columnsOf, wrongFile, type CellOf, type Columns } from './columns';
import type { Refusal, Row } from './row';
import { umamiEventId } from './umami-event-id';

/** A property of an event that another file of the export holds. */
export interface ImportedProperty {
  readonly event_id: string;
  readonly key: string;
  readonly value: string;
}

/** Umami's kind of a value that is a number. */
const NUMBER = '2';

/** True for the columns of Umami's `event_data.csv`. */
export function holdsProperties(columns: Columns): boolean {
  return columns.has('data_key');
}

/**
 * Reads rows of Umami's `event_data.csv`: one property each. The event is `event_id` in the exports of Umami's cloud and
 * `website_event_id` in its database.
 *
 * @throws AppError `invalid_request` when the file is another.
 */
export function readUmamiProperties(
  names: readonly string[],
  rows: readonly Row[],
  siteId: number,
): { readonly properties: readonly ImportedProperty[]; readonly refusals: readonly Refusal[] } {
  const columns = columnsOf(names);
  const event = ['website_event_id', 'event_id'].find((name) => columns.has(name));
  if (event === undefined || !columns.has('string_value'))
    throw wrongFile("It lacks the columns event_id and string_value of Umami's event_data.csv.");
  const properties: ImportedProperty[] = [];
  const refusals: Refusal[] = [];
  for (const { line, cells } of rows) {
    const cell = columns.cellsOf(cells);
    const [key, value] = [cell('data_key'), valueOf(cell)];
    const problem = problemOf(cell(event), key, value);
    if (problem === undefined) properties.push({ event_id: umamiEventId(siteId, cell(event)), key, value });
    else refusals.push({ line, message: problem });
  }
  return { properties, refusals };
}

function problemOf(event: string, key: string, value: string): string | undefined {
  if (event === '') return 'event_id must not be empty.';
  if (!PROPERTY_KEY.test(key)) return 'data_key must be 1 to 64 of the characters A–Z, a–z, 0–9, _, . and -.';
  if (parseProps({ [key]: value }) === undefined)
    return `The value is longer than ${MAX_PROP_VALUE} characters.`;
  return undefined;
}

/** Texts, times, lists and booleans stand there as text; numbers as `49.0000`, where senders of ours write `49`. */
function valueOf(cell: CellOf): string {
  const text = cell('string_value');
  if (cell('data_type') !== NUMBER) return text === '' ? cell('date_value') : text;
  const number = cell('number_value') === '' ? text : cell('number_value');
  return /^-?\d+\.\d+$/.test(number) ? number.replace(/\.?0+$/, '') : number;
}
