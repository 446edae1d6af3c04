import type { Client } from '@headwater/kit/rpc/types';
import type { SitesDefinition } from '@headwater/protos/services';
import type { Notice } from '../domain/notice';
import type { NoticesStore } from '../store/notices-store';

/** No more than sites takes at once. */
const PAGE = 500;
const DEADLINE_MS = 10_000;

export interface TellerDependencies {
  readonly store: NoticesStore;
  readonly sites: Pick<Client<SitesDefinition>, 'RecordNotices'>;
}

/**
 * Hands over to sites, which sends webhooks, what happened to accounts. A row is marked as told only when sites has kept its
 * notice: cut off in between it is handed over again, under the same id, which sites keeps once.
 */
export async function tellNotices({ store, sites }: TellerDependencies, signal: AbortSignal): Promise<void> {
  const record = async (notices: readonly Notice[]): Promise<void> => {
    if (notices.length === 0) return;
    const recorded = notices.map(({ workspaceId, id, type, at, data }) => ({
      workspaceId,
      notice: { id, type, atMs: at, dataJson: JSON.stringify(data) },
    }));
    await sites.RecordNotices({ notices: recorded }, { signal, deadlineMs: DEADLINE_MS });
  };
  await store.alone(async () => {
    let isMore = true;
    while (isMore && !signal.aborted) {
      const links = await store.listLinksToTell(PAGE);
      await record(links.map(({ notice }) => notice));
      if (links.length > 0) await store.markLinksTold(links);
      isMore = links.length === PAGE;
    }
    isMore = true;
    while (isMore && !signal.aborted) {
      const looked = await store.lookAtPayments(PAGE);
      const payments = await store.listPaymentsToTell(PAGE);
      await record(payments.flatMap(({ notice }) => notice ?? []));
      if (payments.length > 0) await store.markPaymentsTold(payments);
      isMore = looked === PAGE || payments.length === PAGE;
    }
  });
}
