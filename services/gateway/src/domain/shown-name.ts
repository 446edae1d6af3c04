import { containsToken } from '@headwater/protos/tokens';
import { containsEmailAddress } from '@headwater/protos/visitor-id';

/** Returns a name that a caller sent, for an error message: without an email address or token, and not longer than `max` UTF-16 units. */
export function shownName(name: string, max: number): string {
  if (containsEmailAddress(name)) return '(an email address)';
  if (containsToken(name)) return '(a token)';
  return name.length > max ? `${name.slice(0, max)}…` : name;
}
