import type { Profile } from '../domain/profile';
import type { TraitValue } from '../domain/trait';

/** A profile as it lies in the table. */
export interface StoredProfile {
  /** A bigint, as pg gives it. */
  readonly id: string;
  readonly digest: Buffer;
  readonly keyId: string;
  readonly profile: Profile;
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
}

export const PROFILE_COLUMNS = 'id, email_digest, key_id, user_id, plan, company, mrr, traits';

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
  };
}
