import type { PoolClient } from '@headwater/kit/pg/pool';
import { sealSubject, type ErasedProfile, type LoggedSubject } from '../domain/erasure-log';
import type { HmacKeys } from '../domain/hmac-keys';
import {
  findCertificate,
  insertCertificate,
  putUserIdsOfErasure,
  putVisitorsOfErasure,
  type CertificateToStore,
} from './certificates';
import { eraseRows, findUnlinked } from './erase';
import { insertLoggedErasure, isErasureLogged } from './erasure-log';
import { lockBilling, lockErasedProfiles } from './locks';

export interface RepeatErasure {
  readonly workspaceId: number;
  /** As it was stored. */
  readonly certificate: CertificateToStore;
  /** Parts of one erasure are repeated in order. */
  readonly part: number;
  readonly profiles: readonly ErasedProfile[];
  readonly subject: LoggedSubject;
  readonly keys: HmacKeys;
}

export interface RepeatedErasure {
  /** Profiles that were deleted again. */
  readonly profiles: number;
  /** Whether the certificate was missing. */
  readonly isNew: boolean;
}

/**
 * Repeats a part of an erasure in this schema of a restored database, at its original time, and stores its certificate and its
 * entry of the log again. If the backup contains them, only the rows in analytics remain: its backup may be older. They wait
 * for `finishErasure`. Locks 1, 3, 4, 6, 7 and 9 of `locks.ts`.
 *
 * @returns undefined if the first part was not repeated
 */
export async function repeatErasure(
  client: PoolClient,
  repeat: RepeatErasure,
): Promise<RepeatedErasure | undefined> {
  const { workspaceId, certificate, part, subject, keys } = repeat;
  const { id, atMs } = certificate;
  await lockBilling(client, workspaceId);
  const isNew = (await findCertificate(client, workspaceId, [id])) === undefined;
  if (isNew && part > 0) return undefined;
  if (!isNew && (part === 0 || (await isErasureLogged(client, { workspaceId, id, part })))) {
    await putVisitorsOfErasure(client, { workspaceId, id }, subject.unlinked);
    return { profiles: 0, isNew };
  }
  const { userIds } = subject;
  const { profiles, visitors } = await eraseRows(client, {
    ...{ workspaceId, keys, now: atMs, userIds },
    profileIds: await lockErasedProfiles(client, workspaceId, repeat.profiles),
    anonymousIds: subject.unlinked,
    otherVisitors: subject.visitors,
  });
  // A shared visitor keeps its rows, as in the erasure: the backup may lack its link to the other account.
  const logged = new Set(subject.visitors);
  const others = visitors.filter((visitor) => !logged.has(visitor));
  const unlinked = [...subject.unlinked, ...(await findUnlinked(client, workspaceId, others))];
  if (isNew) await insertCertificate(client, workspaceId, certificate, { anonymousIds: unlinked, userIds });
  else {
    await putVisitorsOfErasure(client, { workspaceId, id }, unlinked);
    await putUserIdsOfErasure(client, { workspaceId, id }, userIds);
  }
  await insertLoggedErasure(client, {
    ...{ workspaceId, id, part, profiles: repeat.profiles, loggedAt: atMs },
    sealed: sealSubject(keys, { workspaceId, id, part }, subject),
    keyId: keys[0].id,
  });
  return { profiles: profiles.length, isNew };
}
