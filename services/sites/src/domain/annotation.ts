import { parseCalendarDate } from '@headwater/kit/calendar/calendar-date';
import { SITE_LIMITS } from '@headwater/protos/limits';
import { containsToken } from '@headwater/protos/tokens';
import { containsEmailAddress } from '@headwater/protos/visitor-id';
import { accepted, codePointCount, hasControlCharacters, refused, type Checked } from './checked';

/** A note on a day of a site. */
export interface Annotation {
  readonly id: number;
  /** `2026-10-25`, in the time zone of the site. */
  readonly day: string;
  readonly text: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

const { maxAnnotationLength: MAX_LENGTH } = SITE_LIMITS;

/** A calendar date from 1971 to 2100, such as `2026-10-25`. */
export function checkDay(day: string): Checked<string> {
  const isDate = day > '1971' && day < '2101' && parseCalendarDate(day) !== undefined;
  return isDate ? accepted(day) : refused('must be a valid date from 1971 to 2100, YYYY-MM-DD');
}

/** The text without white space at its ends. Refuses personal data and secrets: no erasure searches annotations. */
export function checkText(text: string): Checked<string> {
  const trimmed = text.trim();
  const length = codePointCount(trimmed);
  if (length < 1 || length > MAX_LENGTH || hasControlCharacters(trimmed))
    return refused(`must have 1 to ${MAX_LENGTH} characters on one line`);
  if (containsEmailAddress(trimmed)) return refused('must not contain an email address');
  if (containsToken(trimmed)) return refused('must not contain a token such as a JWT');
  return accepted(trimmed);
}
