import type { FieldError } from '@headwater/kit/errors';
import { TRAIT_LIMITS } from '@headwater/protos/limits';
import { mergeTraits, NO_TRAITS, type Traits } from './traits';

/** The customer's own data about an account. Null: not set. */
export interface Profile {
  readonly userId: string | null;
  readonly plan: string | null;
  readonly company: string | null;
  /** Monthly recurring revenue in major units, not negative. */
  readonly mrr: number | null;
  readonly traits: Traits;
}

/** The changes of one call. An absent field or trait stays unchanged; null removes it. */
export type ProfileChanges = Partial<Omit<Profile, 'traits'>> & { readonly traits: Traits };

export const EMPTY_PROFILE: Profile = {
  userId: null,
  plan: null,
  company: null,
  mrr: null,
  traits: NO_TRAITS,
};

/** A profile after a merge, and a warning if traits were left out. */
export interface MergedProfile {
  readonly profile: Profile;
  readonly warnings: readonly FieldError[];
}

const NO_WARNINGS: readonly FieldError[] = [];

/** Left-out traits that a warning names. */
const MAX_NAMED = 5;

/**
 * Applies changes to a profile. Leaves out traits beyond the limits of a profile. Applying the same changes again is a no-op.
 */
export function mergeProfile(profile: Profile, changes: ProfileChanges): MergedProfile {
  if (changes.traits.size === 0)
    return { profile: { ...profile, ...changes, traits: profile.traits }, warnings: NO_WARNINGS };
  const { traits, leftOut } = mergeTraits(profile.traits, changes.traits);
  return {
    profile: { ...profile, ...changes, traits },
    warnings: leftOut.length === 0 ? NO_WARNINGS : [{ field: 'traits', message: describeLeftOut(leftOut) }],
  };
}

/** The warning about left-out traits. @param nameOf the text that names a key */
export function describeLeftOut(keys: readonly string[], nameOf = (key: string): string => key): string {
  const { maxTraits, maxBytes } = TRAIT_LIMITS;
  const more = keys.length > MAX_NAMED ? ` and ${keys.length - MAX_NAMED} more` : '';
  return (
    `are limited to ${maxTraits} and ${maxBytes} bytes of JSON per account: ` +
    `${keys.slice(0, MAX_NAMED).map(nameOf).join(', ')}${more} left out. Remove traits with null`
  );
}

/** True when the profiles are equal, in any order of their traits. A false negative only costs a write. */
export function isSameProfile(a: Profile, b: Profile): boolean {
  return (
    a.userId === b.userId &&
    a.plan === b.plan &&
    a.company === b.company &&
    a.mrr === b.mrr &&
    a.traits.size === b.traits.size &&
    [...a.traits].every(([key, value]) => JSON.stringify(value) === JSON.stringify(b.traits.get(key)))
  );
}
