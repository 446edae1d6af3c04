import { hkdfSync } from 'node:crypto';
import { seal, unseal, type SealingKeys } from '@headwater/kit/seal';
import { z } from 'zod';
import type { HmacKeys } from './hmac-keys';

const schema = z.strictObject({
  visitors: z.array(z.string()),
  unlinked: z.array(z.string()),
  userIds: z.array(z.string()),
});

/** The ids that repeat an erasure on restored databases. */
export interface LoggedSubject {
  /** Visitors that get no new link. */
  readonly visitors: readonly string[];
  /** Those without another account: analytics deletes their rows. */
  readonly unlinked: readonly string[];
  readonly userIds: readonly string[];
}

/** A deleted profile. The id alone is not unique: after a restore, a new profile can get it. */
export interface ErasedProfile {
  readonly id: number;
  readonly createdAtMs: number;
}

/** The part of an erasure that a sealed text belongs to. */
export interface ErasurePart {
  readonly workspaceId: number;
  /** Of the certificate. */
  readonly id: string;
  /** From 0. */
  readonly part: number;
}

/** Ids of one kind in a part: the part fits into a message, also with the longest ids. */
const MAX_IDS = 5_000;

type ErasedIds = LoggedSubject & { readonly profiles: readonly ErasedProfile[] };

/**
 * Divides an erasure into parts, at least one. User ids are in the last ones: their payments are detached when all profiles are
 * deleted.
 */
export function divideErasure({ profiles, visitors, unlinked, userIds }: ErasedIds): ErasedIds[] {
  const longest = Math.max(profiles.length, visitors.length, userIds.length, 1);
  const parts = Math.ceil(longest / MAX_IDS);
  const isUnlinked = new Set(unlinked);
  const slice = <T>(values: readonly T[], part: number): T[] =>
    values.slice(part * MAX_IDS, (part + 1) * MAX_IDS);
  return Array.from({ length: parts }, (_, part) => {
    const visitorsOfPart = slice(visitors, part);
    return {
      profiles: slice(profiles, part),
      visitors: visitorsOfPart,
      unlinked: visitorsOfPart.filter((visitor) => isUnlinked.has(visitor)),
      userIds: slice(userIds, parts - 1 - part),
    };
  });
}

const KEY_BYTES = 32;

/** A key for encryption, derived from each HMAC key: digests and encryption must not share a key. */
function sealingKeys([current, ...older]: HmacKeys): SealingKeys {
  const derive = ({ key }: HmacKeys[number]): Buffer =>
    Buffer.from(hkdfSync('sha256', key, '', 'headwater erasure log', KEY_BYTES));
  return [derive(current), ...older.map(derive)];
}

/** Without the number of the first part, as in lists of earlier releases. */
const ownerText = ({ workspaceId, id, part }: ErasurePart): string =>
  `erasure ${workspaceId} ${id}${part === 0 ? '' : ` ${part}`}`;

/** Encrypts the ids with the current key. */
export function sealSubject(keys: HmacKeys, owner: ErasurePart, subject: LoggedSubject): Buffer {
  return seal(sealingKeys(keys), JSON.stringify(subject), ownerText(owner));
}

/** Decrypts the ids; undefined if no live key fits. */
export function unsealSubject(keys: HmacKeys, owner: ErasurePart, sealed: Buffer): LoggedSubject | undefined {
  const text = unseal(sealingKeys(keys), sealed, ownerText(owner));
  return text === undefined ? undefined : schema.parse(JSON.parse(text));
}
