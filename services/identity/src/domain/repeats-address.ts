import type { FieldError } from '@headwater/kit/errors';
import { domainToUnicode } from 'node:url';
import type { ProfileChanges } from './profile';
import { traitsJson } from './trait';

const MESSAGE = "must not hold the account's email address: it is kept only as a keyed hash";

/**
 * The fields that would store the account's own address in the clear, as many a customer's user id would.
 *
 * @param email normalised
 */
export function repeatsAddress(email: string, changes: ProfileChanges): FieldError[] {
  const { userId, plan, company, traits } = changes;
  const traitsText = traits.size > 0 ? traitsJson(traits) : null;
  // Most tell no address at all, and a bulk call has a thousand of them.
  if (!(hasAt(userId) || hasAt(plan) || hasAt(company) || hasAt(traitsText))) return [];
  const places = { user_id: userId, plan, company, traits: traitsText };
  const at = email.indexOf('@');
  const spellings = [email, `${email.slice(0, at)}@${domainToUnicode(email.slice(at + 1))}`];
  const isAddress = (text: string | null | undefined): boolean => {
    if (!hasAt(text)) return false;
    const folded = text.normalize('NFC').toLowerCase().normalize('NFC');
    return spellings.some((spelling) => folded.includes(spelling));
  };
  return Object.entries(places)
    .filter(([, text]) => isAddress(text))
    .map(([field]) => ({ field, message: MESSAGE }));
}

function hasAt(text: string | null | undefined): text is string {
  return text?.includes('@') === true;
}
