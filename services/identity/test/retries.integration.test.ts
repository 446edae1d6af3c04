import { callWithDroppedReply, retriedMethods } from '@headwater/kit/testing/reply-dropper';
import type { Client } from '@headwater/kit/rpc/types';
import { loadIdentity, type IdentityDefinition } from '@headwater/protos/services';
import { identityFixture, NOW, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;
const service = loadIdentity();

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());

type Call = (calls: Client<IdentityDefinition>, workspaceId: number) => Promise<object>;

const account = { email: 'ada@example.com', userId: 'u1', plan: 'pro', company: 'acme', mrr: 5 };
const payment = { paymentId: 'p1', email: account.email, amount: '49', currency: 'EUR', type: 'sale' };
const subscription = { subscriptionId: 'sub_1', eventId: 'evt_1', mrr: '10', currency: 'EUR' };

/** A call of each retried method that changes or returns data of the account. */
const CALLS: Readonly<Record<string, Call>> = {
  Identify: (calls, workspaceId) => calls.Identify({ anonymousId: 'v2', account }, { workspaceId }),
  BulkIdentify: (calls, workspaceId) =>
    calls.BulkIdentify(
      {
        users: [account, { email: '' }, { email: 'bob@example.com' }].map((row, index) => ({
          index,
          account: row,
        })),
      },
      { workspaceId },
    ),
  RecordPayment: (calls, workspaceId) => calls.RecordPayment({ payment }, { workspaceId }),
  RecordPayments: (calls, workspaceId) =>
    calls.RecordPayments(
      {
        payments: [payment, { ...payment, type: 'refund' }, { ...payment, paymentId: 'p2' }].map(
          (row, index) => ({ index, payment: row }),
        ),
      },
      { workspaceId },
    ),
  RecordBilling: (calls, workspaceId) =>
    calls.RecordBilling(
      { customerId: 'cus_1', email: account.email, atMs: NOW, subscription },
      { workspaceId },
    ),
  EraseAccount: (calls, workspaceId) => calls.EraseAccount({ email: account.email }, { workspaceId }),
  GetErasure: (calls, workspaceId) => calls.GetErasure({ id: ERASURE_ID }, { workspaceId }),
  ListErasures: (calls, workspaceId) => calls.ListErasures({ limit: 10 }, { workspaceId }),
  ListLoggedErasures: (calls) => calls.ListLoggedErasures({ limit: 10 }),
  TrackExport: (calls, workspaceId) => calls.TrackExport({ id: ERASURE_ID, phase: 'begin' }, { workspaceId }),
  QueryRevenue: (calls, workspaceId) => calls.QueryRevenue({ dimension: 'channel' }, { workspaceId }),
  LookUpAttribution: (calls, workspaceId) =>
    calls.LookUpAttribution({ email: account.email }, { workspaceId }),
  LookUpAttributions: (calls, workspaceId) =>
    calls.LookUpAttributions({ accounts: [{ email: account.email }] }, { workspaceId }),
  ListAccounts: (calls, workspaceId) => calls.ListAccounts({ after: 0, limit: 10 }, { workspaceId }),
  GetAccount: async (calls, workspaceId) => {
    const { rows } = await fixture.database.pool.query<{ id: string }>(
      'SELECT id FROM identity.profiles WHERE workspace_id = $1',
      [workspaceId],
    );
    return calls.GetAccount({ id: Number(rows[0]?.id) }, { workspaceId });
  },
  QueryCustomers: (calls, workspaceId) => calls.QueryCustomers({ dimension: 'channel' }, { workspaceId }),
  GetCredit: async (calls, workspaceId) => {
    await fixture.calls.RecordPayment({ payment }, { workspaceId });
    return calls.GetCredit({ paymentId: payment.paymentId }, { workspaceId });
  },
  ListConversions: (calls, workspaceId) =>
    calls.ListConversions({ siteIds: [1], limit: 10 }, { workspaceId }),
  ListSignups: (calls, workspaceId) => calls.ListSignups({ siteIds: [1], limit: 10 }, { workspaceId }),
  QueryCohorts: (calls, workspaceId) => calls.QueryCohorts({ dimension: 'channel' }, { workspaceId }),
  PutCosts: (calls, workspaceId) => calls.PutCosts({ costs: [{ index: 0, cost: COST }] }, { workspaceId }),
  ListCosts: (calls, workspaceId) => calls.ListCosts({ limit: 10 }, { workspaceId }),
  DeleteCosts: async (calls, workspaceId) => {
    await fixture.calls.PutCosts({ costs: [{ index: 0, cost: COST }] }, { workspaceId });
    return calls.DeleteCosts({ from: COST.day, to: COST.day }, { workspaceId });
  },
  ListCompanies: (calls, workspaceId) => calls.ListCompanies({}, { workspaceId }),
  ListCorrections: (calls, workspaceId) => calls.ListCorrections({ limit: 5 }, { workspaceId }),
};

const COST = { day: '2026-10-01', channel: 'Email', amount: '1.50', currency: 'EUR' };
const ERASURE_ID = '0f7c5d1e-2b1a-8c3d-9e4f-5a6b7c8d9e0f';

it('covers every method that gRPC retries', () => {
  expect(Object.keys(CALLS).sort()).toEqual(retriedMethods(service).sort());
});

it.each(Object.keys(CALLS).map((method, index): [string, number] => [method, index + 1]))(
  '%s returns its first response when the reply was lost and the call is retried',
  async (method, workspaceId) => {
    for (const visitor of ['v1', 'v2']) fixture.analytics.sees(workspaceId, visitor, { channel: 'Email' });
    await fixture.calls.Identify({ anonymousId: 'v1', account }, { workspaceId });
    await fixture.database.pool.query(
      `INSERT INTO identity.erasures (workspace_id, id, erased_at, profiles, links, payments, customers, subscriptions)
       VALUES ($1, $2, now(), 0, 0, 0, 0, 0)`,
      [workspaceId, ERASURE_ID],
    );
    const { dropped, received } = await callWithDroppedReply(service, fixture.address, (calls) =>
      (CALLS[method] as Call)(calls, workspaceId),
    );
    expect(dropped).toHaveLength(1);
    expect(received).toEqual(dropped);
  },
);
