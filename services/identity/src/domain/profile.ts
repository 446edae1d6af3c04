import { accepted, refused, type Parsed } from './parsed';
import { NO_TRAITS, traitsSizeProblem, type Traits } from './traits';

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

/** Applies changes to a profile. Refused when the result has too many traits. Applying the same changes again is a no-op. */
export function mergeProfile(profile: Profile, changes: ProfileChanges): Parsed<Profile> {
  if (changes.traits.size === 0) return accepted({ ...profile, ...changes, traits: profile.traits });
  const traits = new Map(profile.traits);
  for (const [key, value] of changes.traits) {
    if (value === null) traits.delete(key);
    else traits.set(key, value);
  }
  const problem = traitsSizeProblem(traits);
  return problem === undefined ? accepted({ ...profile, ...changes, traits }) : refused('traits', problem);
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
