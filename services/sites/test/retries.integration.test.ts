import { callWithDroppedReply, retriedMethods } from '@headwater/kit/testing/reply-dropper';
import type { Client } from '@headwater/kit/rpc/types';
import { loadSites, type SitesDefinition } from '@headwater/protos/services';
import { createSiteOn, DAY, OURS, START, startSites, type SitesFixture } from './sites-fixture';

type Calls = Client<SitesDefinition>;

let sites: SitesFixture;
let siteId: number;
let domains = 0;

beforeAll(async () => {
  sites = await startSites();
});
afterAll(() => sites.stop());
beforeEach(async () => {
  sites.clock.set(START);
  siteId = (await createSiteOn(sites, `site${++domains}.example`, OURS)).id;
});

const goal = { name: 'Signup', type: 'event', event: 'signup' };
const funnel = { name: 'Buy', windowHours: 24, steps: [goal, { ...goal, name: 'Pay', event: 'pay' }] };
const createGoal = async () => (await sites.calls.CreateGoal({ siteId, goal }, OURS)).id;
const createFunnel = async () => (await sites.calls.CreateFunnel({ siteId, funnel }, OURS)).id;
const note = { day: '2026-10-25', text: 'New pricing page' };
const createAnnotation = async () => (await sites.calls.CreateAnnotation({ siteId, ...note }, OURS)).id;
const view = { name: 'Last quarter', page: 'revenue', query: 'range=90d' };
const createSavedView = async () => (await sites.calls.CreateSavedView(view, OURS)).id;
const createWebhook = async () =>
  (await sites.calls.CreateWebhook({ url: 'https://receiver.example/', events: ['site.deleted'] }, OURS))
    .webhook?.id ?? 0;
const deleteSite = () => sites.calls.DeleteSite({ id: siteId }, OURS);
const beginPurge = async () => {
  await deleteSite();
  sites.clock.set(START + 31 * DAY);
  await sites.calls.BeginPurge({ id: siteId, rows: { events: 3 } }, OURS);
};

const retentionDays = async () => {
  await sites.calls.UpdateSite({ id: siteId, retentionDays: 30 }, OURS);
  sites.clock.set(START + 8 * DAY);
  return { siteId, beforeDay: '2026-10-10', beforeMs: Date.parse('2026-10-10') };
};

/** For each retried method: prepares, then returns the call. */
const CASES: Record<string, () => Promise<(calls: Calls) => Promise<unknown>>> = {
  ListSites: () => Promise.resolve((calls) => calls.ListSites({}, OURS)),
  CreateSite: () => Promise.resolve((calls) => calls.CreateSite({ domain: `new${domains}.example` }, OURS)),
  GetSite: () => Promise.resolve((calls) => calls.GetSite({ id: siteId }, OURS)),
  UpdateSite: () => Promise.resolve((calls) => calls.UpdateSite({ id: siteId, name: 'Shop' }, OURS)),
  DeleteSite: () => Promise.resolve((calls) => calls.DeleteSite({ id: siteId }, OURS)),
  RestoreSite: async () => {
    await deleteSite();
    return (calls) => calls.RestoreSite({ id: siteId }, OURS);
  },
  DetectSite: () => Promise.resolve((calls) => calls.DetectSite({ siteId }, OURS)),
  VerifySiteKey: () => Promise.resolve((calls) => calls.VerifySiteKey({ siteId, siteKey: 'wrong' })),
  MarkInstalled: () => Promise.resolve((calls) => calls.MarkInstalled({ siteId })),
  ListDue: () => Promise.resolve((calls) => calls.ListDue({})),
  BeginPurge: async () => {
    await deleteSite();
    sites.clock.set(START + 31 * DAY);
    return (calls) => calls.BeginPurge({ id: siteId, rows: { events: 3 } }, OURS);
  },
  FinishPurge: async () => {
    await beginPurge();
    return (calls) => calls.FinishPurge({ id: siteId }, OURS);
  },
  GetPurge: () => Promise.resolve((calls) => calls.GetPurge({ siteId }, OURS)),
  ListRetentionDue: async () => {
    await retentionDays();
    return (calls) => calls.ListRetentionDue({});
  },
  BeginRetention: async () => {
    const days = await retentionDays();
    return (calls) => calls.BeginRetention(days, OURS);
  },
  FinishRetention: async () => {
    const days = await retentionDays();
    await sites.calls.BeginRetention(days, OURS);
    return (calls) => calls.FinishRetention(days, OURS);
  },
  ListDeletions: () => Promise.resolve((calls) => calls.ListDeletions({ limit: 10 })),
  ListPurgeTimes: () => Promise.resolve((calls) => calls.ListPurgeTimes({ siteIds: [siteId] })),
  ListSitesToAudit: () => Promise.resolve((calls) => calls.ListSitesToAudit({ limit: 10 })),
  BeginAudit: () => Promise.resolve((calls) => calls.BeginAudit({ siteId }, OURS)),
  RecordAudit: () =>
    Promise.resolve((calls) => calls.RecordAudit({ siteId, day: '2026-10-30', differences: 2 }, OURS)),
  ClaimEvents: () => {
    const eventId = '00000000-0000-4000-8000-000000000001';
    const claim = { workspaceId: OURS.workspaceId, siteId, eventId, fingerprint: 1, timeMs: START };
    return Promise.resolve((calls) =>
      calls.ClaimEvents({ claims: [claim, { ...claim, fingerprint: 2, timeMs: START + 1 }] }),
    );
  },
  ReleaseClaims: () => {
    const eventId = '00000000-0000-4000-8000-000000000001';
    const claim = { workspaceId: OURS.workspaceId, siteId, eventId, fingerprint: 1, timeMs: START };
    return Promise.resolve((calls) => calls.ReleaseClaims({ claims: [claim] }));
  },
  ListPurges: () => Promise.resolve((calls) => calls.ListPurges({ limit: 10 }, OURS)),
  CreateGoal: () => Promise.resolve((calls) => calls.CreateGoal({ siteId, goal }, OURS)),
  CreateFunnel: () => Promise.resolve((calls) => calls.CreateFunnel({ siteId, funnel }, OURS)),
  CreateWebhook: () =>
    Promise.resolve((calls) =>
      calls.CreateWebhook({ url: 'https://receiver.example/', events: ['site.deleted'] }, OURS),
    ),
  DeleteWebhook: async () => {
    const id = await createWebhook();
    return (calls) => calls.DeleteWebhook({ id }, OURS);
  },
  RotateWebhookSecret: async () => {
    const id = await createWebhook();
    return (calls) => calls.RotateWebhookSecret({ id }, OURS);
  },
  TestWebhook: async () => {
    const id = await createWebhook();
    return (calls) => calls.TestWebhook({ id }, OURS);
  },
  ReplayWebhook: async () => {
    const id = await createWebhook();
    return (calls) => calls.ReplayWebhook({ id, sinceMs: START - DAY }, OURS);
  },
  ListGoals: () => Promise.resolve((calls) => calls.ListGoals({ siteId }, OURS)),
  GetGoal: async () => {
    const id = await createGoal();
    return (calls) => calls.GetGoal({ siteId, id }, OURS);
  },
  UpdateGoal: async () => {
    const id = await createGoal();
    return (calls) => calls.UpdateGoal({ siteId, id, event: 'trial' }, OURS);
  },
  DeleteGoal: async () => {
    const id = await createGoal();
    return (calls) => calls.DeleteGoal({ siteId, id }, OURS);
  },
  ListFunnels: () => Promise.resolve((calls) => calls.ListFunnels({ siteId }, OURS)),
  GetFunnel: async () => {
    const id = await createFunnel();
    return (calls) => calls.GetFunnel({ siteId, id }, OURS);
  },
  UpdateFunnel: async () => {
    const id = await createFunnel();
    return (calls) => calls.UpdateFunnel({ siteId, id, windowHours: 48 }, OURS);
  },
  DeleteFunnel: async () => {
    const id = await createFunnel();
    return (calls) => calls.DeleteFunnel({ siteId, id }, OURS);
  },
  ListAnnotations: async () => {
    await createAnnotation();
    return (calls) => calls.ListAnnotations({ siteId }, OURS);
  },
  CreateAnnotation: () => Promise.resolve((calls) => calls.CreateAnnotation({ siteId, ...note }, OURS)),
  UpdateAnnotation: async () => {
    const id = await createAnnotation();
    return (calls) => calls.UpdateAnnotation({ siteId, id, text: 'Launch' }, OURS);
  },
  DeleteAnnotation: async () => {
    const id = await createAnnotation();
    return (calls) => calls.DeleteAnnotation({ siteId, id }, OURS);
  },
  ListSavedViews: async () => {
    await createSavedView();
    return (calls) => calls.ListSavedViews({}, OURS);
  },
  CreateSavedView: () => Promise.resolve((calls) => calls.CreateSavedView(view, OURS)),
  UpdateSavedView: async () => {
    const id = await createSavedView();
    return (calls) => calls.UpdateSavedView({ id, name: 'This quarter' }, OURS);
  },
  DeleteSavedView: async () => {
    const id = await createSavedView();
    return (calls) => calls.DeleteSavedView({ id }, OURS);
  },
  GetConfig: () => Promise.resolve((calls) => calls.GetConfig({ siteId }, OURS)),
  PutConfig: async () => {
    const { etag } = await sites.calls.GetConfig({ siteId }, OURS);
    return (calls) => calls.PutConfig({ siteId, name: 'Shop', ifMatch: [etag] }, OURS);
  },
  RecordNotices: () =>
    Promise.resolve((calls) =>
      calls.RecordNotices({
        notices: [
          {
            workspaceId: OURS.workspaceId,
            notice: { id: `msg_${domains}`, type: 'identity.linked', dataJson: '{}', atMs: START },
          },
        ],
      }),
    ),
  RemoveUserIds: () => Promise.resolve((calls) => calls.RemoveUserIds({ userIds: ['u1'] }, OURS)),
  ListNotices: () => Promise.resolve((calls) => calls.ListNotices({ limit: 10 }, OURS)),
  ListWebhooks: () => Promise.resolve((calls) => calls.ListWebhooks({}, OURS)),
  GetWebhook: async () => {
    const id = await createWebhook();
    return (calls) => calls.GetWebhook({ id }, OURS);
  },
  UpdateWebhook: async () => {
    const id = await createWebhook();
    return (calls) => calls.UpdateWebhook({ id, url: 'https://other.example/' }, OURS);
  },
  ListDeliveries: async () => {
    const id = await createWebhook();
    return (calls) => calls.ListDeliveries({ id, limit: 10 }, OURS);
  },
};

test.each(retriedMethods(loadSites()))('%s returns the first answer after a lost reply', async (method) => {
  const prepare = CASES[method];
  if (!prepare) throw new Error(`${method} is retried: add a case for it.`);
  const { dropped, received } = await callWithDroppedReply(loadSites(), sites.address, await prepare());
  expect(dropped).toHaveLength(1);
  expect(received).toEqual(dropped);
});
