import type { FieldError } from '@headwater/kit/errors';
import { EVENT_LIMITS } from '@headwater/protos/limits';
import { containsEmailAddress } from '@headwater/protos/visitor-id';
import { PROPERTY_KEY } from '@headwater/protos/vocabulary';
import { parseProps } from '../event-limits';
import type { RetainedFrom, SentTo } from '../draft-event';
import { scrubKey, scrubOf, withoutCutWord } from '../scrub';
import { excludedBy } from '../steps/check-time';
import { parseDatabaseTime } from '../timestamps';
import { columnsOf, wrongFile, type CellOf, type Columns, type Refusal, type Row } from './file-rows';
import { umamiEventId } from './umami-names';

/** A property of an event, which is in another file of the export. */
export interface ImportedProperty {
  readonly event_id: string;
  readonly key: string;
  readonly value: string;
}

/** Umami's type of a number. */
const NUMBER = '2';

/** Returns true for the columns of Umami's `event_data.csv`. */
export function hasUmamiProperties(columns: Columns): boolean {
  return columns.has('data_key');
}

/**
 * Reads rows of Umami's `event_data.csv`: one property each. The column of the event is `event_id` in the exports of Umami's
 * cloud and `website_event_id` in its database.
 *
 * @throws AppError `invalid_request` when required columns are missing.
 */
export function readUmamiProperties(
  names: readonly string[],
  rows: readonly Row[],
  site: Pick<SentTo, 'siteId' | 'scrub' | 'retainedFrom'>,
): {
  readonly properties: readonly ImportedProperty[];
  /** Rows with a null value: as at the other endpoints, the property is left out. */
  readonly leftOut: number;
  readonly refusals: readonly Refusal[];
} {
  const columns = columnsOf(names);
  const scrub = scrubOf(site);
  const event = ['website_event_id', 'event_id'].find((name) => columns.has(name));
  if (event === undefined || !columns.has('string_value'))
    throw wrongFile("It lacks the columns event_id and string_value of Umami's event_data.csv.");
  const properties: ImportedProperty[] = [];
  const refusals: Refusal[] = [];
  let leftOut = 0;
  for (const { line, cells } of rows) {
    const cell = columns.cellsOf(cells);
    const [key, value] = [cell('data_key'), valueOf(cell)];
    const problem =
      problemOf(cell(event), key, value) ?? problemOfTime(cell('created_at'), site.retainedFrom);
    if (problem !== undefined) refusals.push({ line, ...problem });
    else if (value === '' && columns.isNull(cells, 'string_value')) leftOut += 1;
    else
      properties.push({
        event_id: umamiEventId(site.siteId, cell(event)),
        key: scrubKey(key, scrub),
        // Umami and its senders cut values at the same length.
        value: scrub(site.scrub ? withoutCutWord(value, EVENT_LIMITS.maxPropValueLength) : value),
      });
  }
  return { properties, leftOut, refusals };
}

function problemOf(event: string, key: string, value: string): FieldError | undefined {
  if (event === '') return { field: 'event_id', message: 'event_id must not be empty.' };
  if (containsEmailAddress(event))
    return { field: 'event_id', message: 'event_id must not contain an email address.' };
  if (!PROPERTY_KEY.test(key))
    return {
      field: 'data_key',
      message: 'data_key must be 1 to 64 of the characters A–Z, a–z, 0–9, _, . and -.',
    };
  if ('problem' in parseProps({ [key]: value }))
    return {
      field: 'string_value',
      message: `The value is longer than ${EVENT_LIMITS.maxPropValueLength} characters.`,
    };
  return undefined;
}

/** The problem of a row that an excluded day of the event shows. Old exports have no time. */
function problemOfTime(text: string, retainedFrom: RetainedFrom | undefined): FieldError | undefined {
  const time = parseDatabaseTime(text);
  if (!retainedFrom || time === undefined || time >= retainedFrom.startMs) return undefined;
  return { field: 'created_at', message: `created_at ${excludedBy(retainedFrom)}.` };
}

/** Umami stores strings, times, lists and booleans as text, and numbers as `49.0000` where our senders write `49`. */
function valueOf(cell: CellOf): string {
  const text = cell('string_value');
  if (cell('data_type') !== NUMBER) return text === '' ? cell('date_value') : text;
  const number = cell('number_value') === '' ? text : cell('number_value');
  return /^-?\d+\.\d+$/.test(number) ? number.replace(/\.?0+$/, '') : number;
}
