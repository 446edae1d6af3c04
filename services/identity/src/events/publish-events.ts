import { tryWithAdvisoryLock } from '@headwater/kit/pg/advisory-lock';
import type { Dependencies } from '../dependencies';
import { listUnpublishedCorrections, markCorrectionsPublished } from '../store/corrections';
import {
  checkPayments,
  listUnpublishedLinks,
  listUnpublishedPayments,
  markLinksPublished,
  markPaymentsPublished,
  type WebhookEvent,
} from '../store/webhook-events';

/** A link has up to two events, and sites accepts 500 events in one call. */
const PAGE_SIZE = 250;
/** The lock of the replica that publishes events. An erasure takes it, too: it removes user ids from published events only. */
export const PUBLISHING = 'identity publishes events';
const DEADLINE_MS = 10_000;

/**
 * Publishes the webhook events of links, payments and corrections to sites, which delivers them. A row is marked as published
 * only after sites has stored its event. After a crash in between, the event is published again with the same id, and sites
 * stores it once. Only one replica runs it at a time.
 *
 * Each type is published even if another one fails: sites of an older release rejects a page with a type that it does not know.
 *
 * @throws the first error, after all types.
 */
export async function publishEvents({ db, sites }: Dependencies, signal: AbortSignal): Promise<void> {
  const publish = async (events: readonly WebhookEvent[]): Promise<void> => {
    if (events.length === 0) return;
    const notices = events.map(({ workspaceId, id, type, at, data }) => ({
      workspaceId,
      notice: { id, type, atMs: at, dataJson: JSON.stringify(data) },
    }));
    await sites.RecordNotices({ notices }, { signal, deadlineMs: DEADLINE_MS });
  };
  const publishLinks = async (): Promise<boolean> => {
    const links = await listUnpublishedLinks(db, PAGE_SIZE);
    await publish(links.flatMap(({ events }) => events));
    if (links.length > 0) await markLinksPublished(db, links);
    return links.length === PAGE_SIZE;
  };
  const publishPayments = async (): Promise<boolean> => {
    const checked = await checkPayments(db, PAGE_SIZE);
    const payments = await listUnpublishedPayments(db, PAGE_SIZE);
    await publish(payments.flatMap(({ event }) => event ?? []));
    if (payments.length > 0) await markPaymentsPublished(db, payments);
    return checked === PAGE_SIZE || payments.length === PAGE_SIZE;
  };
  const publishCorrections = async (): Promise<boolean> => {
    const corrections = await listUnpublishedCorrections(db, PAGE_SIZE);
    await publish(corrections.flatMap(({ event }) => event ?? []));
    if (corrections.length > 0) await markCorrectionsPublished(db, corrections);
    return corrections.length === PAGE_SIZE;
  };
  await tryWithAdvisoryLock(db, PUBLISHING, async () => {
    const errors: unknown[] = [];
    for (const publishPage of [publishLinks, publishPayments, publishCorrections])
      try {
        while (!signal.aborted && (await publishPage()));
      } catch (error) {
        errors.push(error);
      }
    if (errors.length > 0) throw errors[0];
  });
}
