import type { Logger } from '@headwater/kit/log';
import { inWorkspace } from '@headwater/kit/pg/tenancy';
import { inTransaction } from '@headwater/kit/pg/transaction';
import type { Dependencies } from '../dependencies';
import { sealSubject, unsealSubject } from '../domain/erasure-log';
import { putErasedVisitors } from '../store/erased-visitors';
import { listPartsOfOtherKeys, updateSealedPart } from '../store/erasure-log';

/** Parts of erasures per page, which can have a megabyte each. */
const PAGE_SIZE = 20;

/**
 * Moves the log of erasures and the digests of its visitors to the current key, so that older keys can be removed after a rotation. Safe
 * to repeat, and to run on several replicas.
 */
export async function resealErasureLog(
  { db, keys }: Dependencies,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const keyId = keys[0].id;
  let unreadable = 0;
  for (let after = 0; !signal.aborted;) {
    const page = await listPartsOfOtherKeys(db, { after, keyId, limit: PAGE_SIZE });
    for (const { sealed, loggedAt, position, ...part } of page) {
      after = position;
      const subject = unsealSubject(keys, part, sealed);
      if (!subject) {
        unreadable += 1;
        continue;
      }
      const { workspaceId } = part;
      await inWorkspace(workspaceId, () =>
        inTransaction(db, async (client) => {
          await updateSealedPart(client, part, { sealed: sealSubject(keys, part, subject), keyId });
          await putErasedVisitors(client, { workspaceId, anonymousIds: subject.visitors, keys }, loggedAt);
        }),
      );
    }
    if (page.length < PAGE_SIZE) break;
  }
  if (unreadable > 0)
    log.warn({ parts: unreadable }, 'logged erasures are sealed with a key that HMAC_KEYS lacks');
}
