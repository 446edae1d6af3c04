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

/** The erasure that a sealed text belongs to. */
interface Owner {
  readonly workspaceId: number;
  /** Of the certificate. */
  readonly id: string;
}

const KEY_BYTES = 32;

/** A key for encryption, derived from each HMAC key: digests and encryption must not share a key. */
function sealingKeys([current, ...older]: HmacKeys): SealingKeys {
  const derive = ({ key }: HmacKeys[number]): Buffer =>
    Buffer.from(hkdfSync('sha256', key, '', 'headwater erasure log', KEY_BYTES));
  return [derive(current), ...older.map(derive)];
}

const ownerText = ({ workspaceId, id }: Owner): string => `erasure ${workspaceId} ${id}`;

/** Encrypts the ids with the current key. */
export function sealSubject(keys: HmacKeys, owner: Owner, subject: LoggedSubject): Buffer {
  return seal(sealingKeys(keys), JSON.stringify(subject), ownerText(owner));
}

/** Decrypts the ids; undefined if no live key fits. */
export function unsealSubject(keys: HmacKeys, owner: Owner, sealed: Buffer): LoggedSubject | undefined {
  const text = unseal(sealingKeys(keys), sealed, ownerText(owner));
  return text === undefined ? undefined : schema.parse(JSON.parse(text));
}
