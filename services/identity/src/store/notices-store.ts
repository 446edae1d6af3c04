import type { Pool } from '@headwater/kit/pg/pool';
import { alone } from './alone';
import { listLinksToTell, markLinksTold, type LinkToTell } from './tell-links';
import { listPaymentsToTell, lookAtPayments, markPaymentsTold, type PaymentToTell } from './tell-payments';

/** What is to be told outside. Each member is the function of its name beside this file. */
export interface NoticesStore {
  /** Runs `work` unless another replica is at it. */
  alone(work: () => Promise<void>): Promise<void>;
  listLinksToTell(limit: number): Promise<LinkToTell[]>;
  markLinksTold(links: readonly LinkToTell[]): Promise<void>;
  lookAtPayments(limit: number): Promise<number>;
  listPaymentsToTell(limit: number): Promise<PaymentToTell[]>;
  markPaymentsTold(payments: readonly PaymentToTell[]): Promise<void>;
}

export function createNoticesStore(pool: Pool): NoticesStore {
  return {
    alone: async (work) => {
      await alone(pool, 'identity tells notices', work);
    },
    listLinksToTell: (limit) => listLinksToTell(pool, limit),
    markLinksTold: (links) => markLinksTold(pool, links),
    lookAtPayments: (limit) => lookAtPayments(pool, limit),
    listPaymentsToTell: (limit) => listPaymentsToTell(pool, limit),
    markPaymentsTold: (payments) => markPaymentsTold(pool, payments),
  };
}
