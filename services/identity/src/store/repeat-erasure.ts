import type { PoolClient } from '@headwater/kit/pg/pool';
import type { ErasedProfile, LoggedSubject } from '../domain/erasure-log';
import type { HmacKeys } from '../domain/hmac-keys';
import {
  findCertificate,
  insertCertificate,
  putVisitorsOfErasure,
  type CertificateToStore,
} from './certificates';
import { eraseRows, findUnlinked } from './erase';
import { insertLoggedErasure } from './erasure-log';
import { lockBilling, lockErasedProfiles } from './locks';

export interface RepeatErasure {
  readonly workspaceId: number;
  /** As it was stored. */
  readonly certificate: CertificateToStore;
  readonly profiles: readonly ErasedProfile[];
  readonly subject: LoggedSubject;
  /** `subject` as it was logged. */
  readonly sealed: Buffer;
  readonly keys: HmacKeys;
}

export interface RepeatedErasure {
  /** Profiles that were deleted again. */
  readonly profiles: number;
  /** Whether the certificate was missing. */
  readonly isNew: boolean;
}

/**
 * Repeats an erasure in this schema of a restored database, at its original time, and stores its certificate and its entry of
 * the log again. If the backup contains the certificate, only the rows in analytics remain: its backup may be older. They wait
 * for `finishErasure`. Locks 1, 3, 4, 6, 7 and 9 of `locks.ts`.
 */
export async function repeatErasure(client: PoolClient, repeat: RepeatErasure): Promise<RepeatedErasure> {
  const { workspaceId, certificate, subject, sealed, keys } = repeat;
  const { id, atMs } = certificate;
  await lockBilling(client, workspaceId);
  if (await findCertificate(client, workspaceId, [id])) {
    await putVisitorsOfErasure(client, { workspaceId, id }, subject.unlinked);
    return { profiles: 0, isNew: false };
  }
  const { profiles, visitors } = await eraseRows(client, {
    ...{ workspaceId, keys, now: atMs },
    profileIds: await lockErasedProfiles(client, workspaceId, repeat.profiles),
    userIds: subject.userIds,
    anonymousIds: subject.unlinked,
    otherVisitors: subject.visitors,
  });
  // A shared visitor keeps its rows, as in the erasure: the backup may lack its link to the other account.
  const others = visitors.filter((visitor) => !subject.visitors.includes(visitor));
  const unlinked = [...subject.unlinked, ...(await findUnlinked(client, workspaceId, others))];
  await insertCertificate(client, workspaceId, certificate, {
    anonymousIds: unlinked,
    userIds: subject.userIds,
  });
  await insertLoggedErasure(client, {
    ...{ workspaceId, id, sealed, loggedAt: atMs },
    profiles: repeat.profiles,
  });
  return { profiles: profiles.length, isNew: true };
}
