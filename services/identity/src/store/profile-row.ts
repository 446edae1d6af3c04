import type { EmailDigest } from '../domain/digest-email';
import type { Profile } from '../domain/profile';
import { traitsJson, type TraitValue } from '../domain/trait';

/** A profile as it lies in the table. */
export interface StoredProfile {
  /** A bigint, as pg gives it. */
  readonly id: string;
  readonly digest: Buffer;
  readonly keyId: string;
  readonly profile: Profile;
  /** Another after each write. */
  readonly version: string;
}

export interface ProfileRow {
  id: string;
  email_digest: Buffer;
  key_id: string;
  user_id: string | null;
  plan: string | null;
  company: string | null;
  /** numeric comes as text. */
  mrr: string | null;
  traits: Record<string, TraitValue>;
  version: string;
}

/** The columns of a `ProfileRow`, of profiles `p`. */
export const PROFILE_COLUMNS =
  'id, email_digest, key_id, user_id, plan, company, mrr, traits, p.xmin::text AS version';

export function storedProfileOf(row: ProfileRow): StoredProfile {
  return {
    id: row.id,
    digest: row.email_digest,
    keyId: row.key_id,
    profile: {
      userId: row.user_id,
      plan: row.plan,
      company: row.company,
      mrr: row.mrr === null ? null : Number(row.mrr),
      traits: new Map(Object.entries(row.traits)),
    },
    version: row.version,
  };
}

/** Profiles as parameters: digest, key, user id, plan, company, mrr and traits, an array each. */
export function profileArrays(profiles: readonly (EmailDigest & { readonly profile: Profile })[]): unknown[] {
  return [
    profiles.map(({ digest }) => digest),
    profiles.map(({ keyId }) => keyId),
    profiles.map(({ profile }) => profile.userId),
    profiles.map(({ profile }) => profile.plan),
    profiles.map(({ profile }) => profile.company),
    profiles.map(({ profile }) => (profile.mrr === null ? null : String(profile.mrr))),
    profiles.map(({ profile }) => traitsJson(profile.traits)),
  ];
}
