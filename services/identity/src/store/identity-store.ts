import type { FieldError } from '@headwater/kit/errors';
import type { Pool } from '@headwater/kit/pg/pool';
import { alone } from './alone';
import { moveArrivalsCursor, readArrivalsCursor } from './arrivals-cursor';
import { findTouchedLinks, type TouchedPage } from './find-touched-links';
import { listUnsettledLinks, type UnsettledPage } from './list-unsettled-links';
import type { UnsettledLink } from './unsettled-link';
import { putVisitorKeys, type KeyedLink } from './put-visitor-keys';
import { eraseAccount, type EraseAccount, type Erased } from './erase-account';
import { listCompanies, type Company } from './list-companies';
import { lookUpAttribution, type AccountKey, type FoundAccount } from './look-up-attribution';
import { listLinkedVisitors } from './list-linked-visitors';
import { queryNewMrr, type NewMrr } from './query-new-mrr';
import { queryRevenue, type RevenueQuery, type RevenueSums } from './query-revenue';
import {
  readAccountPayments,
  type AccountSums,
  type ListedPayment,
  type PayingAccount,
} from './read-account-payments';
import { saveBilling, type SaveBilling } from './save-billing';
import { savePayments, type SavePayments, type SavedPayment } from './save-payments';
import { settleLink, type SettleLink } from './settle-link';
import { again, inTransactions } from './lost-race';
import { saveInBulk, type SaveAccounts } from './save-accounts';
import { saveIdentified, type SaveIdentified } from './save-identified';
import type { SavedIdentified } from './identified-account';
import { saveKnown, type SavedKnown, type SaveKnown } from './save-known';

/** How far a reader of arrivals has come. */
export interface ArrivalsRead {
  readonly cursor: string | undefined;
  readonly more: boolean;
  /** Unix milliseconds. */
  readonly now: number;
}

/** What the endpoints may do to the tables, each all or nothing. */
export interface IdentityStore {
  saveKnown(save: SaveKnown): Promise<SavedKnown[]>;
  saveIdentified(save: SaveIdentified): Promise<SavedIdentified[]>;
  settleLink(settle: SettleLink): Promise<void>;
  /** Gives all unsettled links page by page. While another replica is at it, nothing happens. */
  eachUnsettledPage(
    page: Omit<UnsettledPage, 'after'>,
    work: (links: readonly UnsettledLink[]) => Promise<void>,
  ): Promise<void>;
  /**
   * Gives the place in the arrivals up to which all was read, empty at first, and keeps the one that `work` came to, where
   * it gives one; again as long as there are more. While another replica is at it, nothing happens.
   */
  eachArrivalsPage(work: (cursor: string) => Promise<ArrivalsRead>): Promise<void>;
  findTouchedLinks(page: TouchedPage): Promise<UnsettledLink[]>;
  putVisitorKeys(workspaceId: number, links: readonly KeyedLink[]): Promise<void>;
  /** @returns the problems of each account, in their order. */
  saveBulk(save: SaveAccounts): Promise<(readonly FieldError[])[]>;
  savePayments(save: SavePayments): Promise<SavedPayment[]>;
  /** @returns whether the customer's account is known by now. */
  saveBilling(save: SaveBilling): Promise<boolean>;
  lookUpAttribution(workspaceId: number, account: AccountKey): Promise<FoundAccount | undefined>;
  listLinkedVisitors(
    workspaceId: number,
    account: { readonly profileId: string; readonly limit: number },
  ): Promise<string[]>;
  readAccountPayments(
    workspaceId: number,
    account: PayingAccount,
  ): Promise<{ sums: AccountSums[]; latest: ListedPayment[] }>;
  eraseAccount(erase: EraseAccount): Promise<Erased>;
  listCompanies(workspaceId: number, limit: number): Promise<{ companies: Company[]; total: number }>;
  queryRevenue(query: RevenueQuery): Promise<RevenueSums[]>;
  queryNewMrr(query: RevenueQuery): Promise<NewMrr[]>;
}

export function createIdentityStore(pool: Pool): IdentityStore {
  return {
    saveKnown: (save) => again(() => saveKnown(pool, save)),
    saveIdentified: (save) => saveIdentified(pool, save),
    settleLink: (settle) => inTransactions(pool, (client) => settleLink(client, settle)),
    eachUnsettledPage: async (page, work) => {
      await alone(pool, 'identity sweeps links', async () => {
        let after: UnsettledLink | undefined;
        do {
          const links = await listUnsettledLinks(pool, { ...page, after });
          after = links.length === page.limit ? links.at(-1) : undefined;
          await work(links);
        } while (after);
      });
    },
    eachArrivalsPage: async (work) => {
      await alone(pool, 'identity follows arrivals', async () => {
        for (let more = true; more;) {
          const read = await work(await readArrivalsCursor(pool));
          if (read.cursor !== undefined) await moveArrivalsCursor(pool, read.cursor, read.now);
          more = read.more;
        }
      });
    },
    findTouchedLinks: (page) => findTouchedLinks(pool, page),
    putVisitorKeys: (workspaceId, links) => putVisitorKeys(pool, workspaceId, links),
    saveBulk: (save) => inTransactions(pool, (client) => saveInBulk(client, save)),
    lookUpAttribution: (workspaceId, account) => lookUpAttribution(pool, workspaceId, account),
    listLinkedVisitors: (workspaceId, account) => listLinkedVisitors(pool, workspaceId, account),
    readAccountPayments: (workspaceId, account) => readAccountPayments(pool, workspaceId, account),
    eraseAccount: (erase) => inTransactions(pool, (client) => eraseAccount(client, erase)),
    listCompanies: (workspaceId, limit) => listCompanies(pool, workspaceId, limit),
    queryRevenue: (query) => queryRevenue(pool, query),
    queryNewMrr: (query) => queryNewMrr(pool, query),
    savePayments: (save) => inTransactions(pool, (client) => savePayments(client, save)),
    saveBilling: (save) => inTransactions(pool, (client) => saveBilling(client, save)),
  };
}
