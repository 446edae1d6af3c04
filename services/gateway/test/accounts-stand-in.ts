import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { IdentityDefinition } from '@headwater/protos/services';

export const ERASURE = {
  id: '0f7c5d1e-2b1a-8c3d-9e4f-5a6b7c8d9e0f',
  atMs: Date.parse('2026-10-02'),
  profiles: 1,
  links: 2,
  payments: 1,
  customers: 1,
  subscriptions: 2,
  touches: 3,
  visitors: 1,
  events: 4,
  firstTouches: 1,
  clickIds: 2,
  webhookEvents: 1,
  rows: { tables: { attributions: 1, dead_letters: 2 } },
  closedExports: 1,
  completedAtMs: Date.parse('2026-10-02'),
};

const ACCOUNT = {
  id: 17,
  userId: 'u1',
  plan: 'pro',
  mrr: '49',
  status: 'linked',
  attribution: {
    channel: 'Email',
    source: 'Newsletter',
    landing: 'example.com/',
    firstSeenAtMs: Date.parse('2026-10-01'),
    recordedAtMs: Date.parse('2026-10-02'),
    rulesVersion: 1,
    country: 'DE',
    device: 'mobile',
  },
  identifiedAtMs: Date.parse('2026-10-02'),
  position: Date.parse('2026-10-03') * 1_000,
  revenue: [
    {
      ...{ currency: 'EUR', gross: '49.00', refunds: '0.00', net: '49.00', payments: 1 },
      firstPaidAtMs: Date.parse('2026-10-03'),
      lastPaidAtMs: Date.parse('2026-10-03'),
    },
  ],
};

/** Methods about the account, and its erasure. */
export const accounts: Partial<Handlers<IdentityDefinition>> = {
  // With filters: two accounts with the channel Email, identified after January.
  ListAccounts: ({ after, limit, filters, range, from }) => {
    if (filters.length === 0 && range === undefined && from === undefined)
      return Promise.resolve({ accounts: ACCOUNT.position > after ? [ACCOUNT] : [], more: false });
    const isMatch = filters.every(({ value }) => value === 'Email') && from !== '2026-01-01';
    const found = [18, 17].filter((id) => isMatch && (after === 0 || id < after));
    return Promise.resolve({
      accounts: found.slice(0, limit).map((id) => ({ ...ACCOUNT, id })),
      more: found.length > limit,
    });
  },
  GetAccount: ({ id }) => {
    if (id !== ACCOUNT.id) throw failure('account_not_found', 'There is no such account.');
    const payment = { paymentId: 'in-1', type: 'sale', amount: '49.00', currency: 'EUR' };
    return Promise.resolve({
      account: ACCOUNT,
      touches: [
        { atMs: Date.parse('2026-10-01'), channel: 'Email', source: 'Newsletter', landing: 'example.com/' },
      ],
      payments: [{ ...payment, occurredAtMs: Date.parse('2026-10-03') }],
    });
  },
  LookUpAttributions: ({ accounts: sent }) =>
    Promise.resolve({
      accounts: sent.map(({ email }) =>
        email === undefined ? {} : { account: ACCOUNT, visitors: 1, pendingVisitors: 0 },
      ),
    }),
  LookUpAttribution: ({ email }) =>
    Promise.resolve(
      email === undefined
        ? { found: false }
        : {
            found: true,
            attribution: {
              channel: 'Email',
              source: 'Newsletter',
              landing: 'example.com/',
              firstSeenAtMs: Date.parse('2026-10-01'),
              recordedAtMs: Date.parse('2026-10-02'),
              rulesVersion: 1,
            },
            visitors: 2,
            pendingVisitors: 1,
            laterTouches: [
              { atMs: Date.parse('2026-10-05'), channel: 'Direct', landing: 'example.com/docs' },
            ],
            laterTouchCount: 7,
            payments: 1,
            revenue: [{ currency: 'EUR', gross: '49.00', refunds: '0.00', net: '49.00', payments: 1 }],
            latestPayments: [
              {
                paymentId: 'in-1',
                type: 'sale',
                amount: '49.00',
                currency: 'EUR',
                occurredAtMs: Date.parse('2026-10-06'),
              },
            ],
          },
    ),
  EraseAccount: ({ email, userId, anonymousId }) => {
    if ([email, userId, anonymousId].filter((each) => each !== undefined).length !== 1)
      throw failure('invalid_request', 'Send one of email, user_id and anonymous_id.');
    return Promise.resolve(ERASURE);
  },
  GetErasure: ({ id }) => {
    if (id !== ERASURE.id) throw failure('erasure_not_found', 'There is no such erasure.');
    return Promise.resolve(ERASURE);
  },
  ListErasures: ({ before }) => Promise.resolve({ erasures: before ? [] : [ERASURE] }),
  TrackExport: () => Promise.resolve({ isCut: false }),
  ListCorrections: () => Promise.resolve({ corrections: [] }),
  ListCompanies: () =>
    Promise.resolve({
      companies: [
        { company: 'acme', accounts: 2, mrr: '30.3', channel: 'Email' },
        { company: 'tiny', accounts: 1, mrr: '0' },
      ],
      total: 2,
    }),
};
