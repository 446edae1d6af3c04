import { randomUUID } from 'node:crypto';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { callApi, type System } from '../src/api';
import { START_TIMEOUT_MS, startProcess } from '../src/child-process';
import { startAllInOne } from '../src/start-all-in-one';
import { BROWSER_FRAUDS, FRAUDS_AFTER_PAYMENTS } from './frauds/frauds';
import { OTHER_FRAUDS } from './frauds/other-callers';
import { collector, DOMAIN, GOOGLE, type Fraud, type Scene, type Victim } from './frauds/scene';
import { DECIDING_VISITS, EARLY_FRAUDS, visit } from './frauds/visits';

/** Each would give the account of the victim to an affiliate or an assistant. */
const FRAUDS: readonly Fraud[] = [...BROWSER_FRAUDS, ...OTHER_FRAUDS];
const HONEST = { found: true, channel: 'Organic Search', source: 'Google' };
const STRIPE_SECRET = `whsec_${randomUUID().replaceAll('-', '')}`;

let system: System;
let scene: Scene;
let victims: Victim[];
let collect: ReturnType<typeof collector>;

const api = async (method: string, path: string, body?: unknown) => {
  const answer = await callApi(system, method, `/api/v1${path}`, { body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};
const identify = (ref: string, email: string) => api('POST', '/identify', { anonymous_id: ref, email });
const recorded = (email: string) => api('POST', '/attribution/lookup', { email });
const newSite = async (domain: string) => {
  const { id, snippet } = await api('POST', '/sites', { domain });
  return { id: id as number, key: /data-key="([^"]+)"/.exec(String(snippet))?.[1] ?? '' };
};

beforeAll(async () => {
  const started = await startAllInOne({ LINK_SWEEP_PAUSE_MS: '1000', TRUSTED_PROXIES: '127.0.0.1,::1' });
  system = started;
  collect = collector(system.collectUrl);
  const [site, other] = await Promise.all([newSite(DOMAIN), newSite('other-site.example')]);
  const reader = await api('POST', '/tokens', { name: 'reader', scopes: ['stats:read'] });
  const limited = await api('POST', '/tokens', {
    ...{ name: 'other site', scopes: ['events:write'], sites: [other.id] },
  });
  const { url } = await api('POST', `/sites/${site.id}/share-links`, {});
  await api('PUT', '/integrations/stripe', { signing_secret: STRIPE_SECRET });
  const { webhookPath } = await api('GET', '/integrations/stripe');
  scene = {
    ...{ system, site, other, collect, drops: [] },
    readToken: String(reader.token),
    otherToken: String(limited.token),
    shareKey: String(url).split('/').at(-1) ?? '',
    stranger: await createStranger(started.dataDir),
    erased: randomUUID(),
    stripe: { path: String(webhookPath), secret: STRIPE_SECRET },
  };
  const email = 'erased-affiliate@example.com';
  await identify(scene.erased, email);
  await api('POST', '/erasures', { email });
  victims = await Promise.all(FRAUDS.map((fraud) => prepare(fraud)));
}, START_TIMEOUT_MS + 120_000);
afterAll(() => system.stop());

/** Another workspace, with a site. */
async function createStranger(dataDir: string): Promise<Scene['stranger']> {
  const admin = startProcess('admin', { DATA_DIR: dataDir }, { args: ['workspace', 'create', 'stranger'] });
  expect([await admin.ended, admin.output()]).toEqual([0, expect.any(String)]);
  const token = /hw_[0-9a-f]{12}_\w+/.exec(admin.output())?.[0] ?? '';
  const { body } = await callApi(system, 'POST', '/api/v1/sites', {
    token,
    body: { domain: 'stranger.example' },
  });
  return { token, site: { id: Number(body.id), key: '' } };
}

/** The visit of the victim, from Google. */
const firstVisit = ({ ref, session, eventId, visitedAt }: Victim) =>
  collect(scene.site, {
    visitor: ref,
    session: { id: session, ...GOOGLE },
    event: { id: eventId, name: 'pageview', url: GOOGLE.landing, time: new Date(visitedAt).toISOString() },
  });

function newVictim(): Victim {
  const visitedAt = Date.now() - 30 * 60_000;
  const [ref, session, eventId] = [randomUUID(), randomUUID(), randomUUID()];
  return { ref, session, eventId, visitedAt, email: `victim-${ref}@example.com` };
}

async function prepare({ isPending = false }: Fraud): Promise<Victim> {
  const victim = newVictim();
  const { email, ref } = victim;
  if (isPending) return victim;
  await firstVisit(victim);
  await waitFor(`the link of ${email}`, async () => (await identify(ref, email)).linked === true);
  const payment = { payment_id: ref, email, amount: '50.00', currency: 'NOK' };
  await api('POST', '/payments', payment);
  return victim;
}

/** Waits until the repair has read all events so far, twice: a running repair may have begun before. */
async function repaired(): Promise<void> {
  for (let round = 0; round < 2; round++) {
    const ref = randomUUID();
    const email = `probe-${ref}@example.com`;
    await identify(ref, email);
    await collect(scene.site, {
      visitor: ref,
      session: { id: randomUUID(), landing: `https://${DOMAIN}/` },
      event: { id: randomUUID(), name: 'pageview', url: `https://${DOMAIN}/` },
    });
    await waitFor('the repair', async () => (await recorded(email)).channel !== undefined, 60_000);
  }
}

describe('attribution frauds', () => {
  let results: PromiseSettledResult<void>[];
  beforeAll(async () => {
    results = await Promise.allSettled(
      FRAUDS.map(async ({ act, isPending = false }, index) => {
        const victim = victims[index] as Victim;
        if (isPending) {
          await firstVisit(victim);
          // The visit is in the log of the collector.
          await identify(victim.ref, victim.email);
        }
        await act(victim, scene);
      }),
    );
    await repaired();
  }, 120_000);

  it.each(FRAUDS.map(({ name }, index) => [name, index] as const))(
    '%s: changes no recorded channel',
    async (_, index) => {
      const { email } = victims[index] as Victim;
      expect(results[index]).toEqual({ status: 'fulfilled', value: undefined });
      expect(await recorded(email)).toMatchObject(HONEST);
    },
  );

  it('a visit under a guessed visitor id of a server: decides no channel', async () => {
    const ref = `user-${randomUUID().slice(0, 8)}`;
    const email = `${ref}@example.com`;
    const visitedAt = Date.now() - 60_000;
    await visit({ before: 10_000 }, { ref, email, session: '', eventId: '', visitedAt }, scene);
    const { landing: url, referrer } = GOOGLE;
    await api('POST', `/sites/${scene.site.id}/events`, {
      events: [
        {
          ...{ event_id: randomUUID(), anonymous_id: ref, name: 'pageview', url, referrer },
          time: new Date(visitedAt).toISOString(),
        },
      ],
    });
    await repaired();
    expect(await identify(ref, email)).toMatchObject({ linked: true, channel: 'Organic Search' });
  });

  it('cause no correction and move no revenue', async () => {
    const { entries } = await api('GET', '/audit?limit=200');
    const actions = (entries as { action: string }[]).map(({ action }) => action);
    expect(actions).not.toContain('correctAttribution');
    const { data } = await api('GET', '/revenue?range=1d&dimension=channel');
    const payments = FRAUDS.filter(({ isPending }) => isPending !== true).length;
    expect(data.currencies[0].breakdown).toEqual([
      expect.objectContaining({ key: 'Organic Search', payments, net: `${payments * 50}.00` }),
    ]);
  });

  it('are at least 50, with distinct names', () => {
    expect(new Set(FRAUDS.map(({ name }) => name)).size).toBe(FRAUDS.length);
    expect(FRAUDS.length).toBeGreaterThanOrEqual(50);
  });

  it('do not prevent a correction by an event with a token', async () => {
    const { email, ref, visitedAt } = victims[0] as Victim;
    await api('POST', `/sites/${scene.site.id}/events`, {
      events: [
        {
          ...{ event_id: randomUUID(), anonymous_id: ref, name: 'pageview' },
          url: `https://${DOMAIN}/?utm_source=letter&utm_medium=email`,
          time: new Date(visitedAt - 60_000).toISOString(),
        },
      ],
    });
    await waitFor('the correction', async () => (await recorded(email)).channel === 'Email');
    const change = { before: { channel: 'Organic Search' }, after: { channel: 'Email' } };
    const { entries } = await api('GET', '/audit?limit=1');
    expect(entries[0]).toMatchObject({ actor: 'repair', action: 'correctAttribution', change });
    let cursor = '';
    const notice = await waitFor('the webhook event', async () => {
      const { notices, nextCursor } = await api('GET', `/notices?limit=200${cursor}`);
      cursor = `&cursor=${nextCursor}`;
      // The first record of each account is such an event, too.
      return (notices as { id: string; type: string; data: { previousChannel?: string | null } }[]).find(
        ({ type, data }) => type === 'attribution.changed' && data.previousChannel,
      );
    });
    expect(notice).toMatchObject({
      id: entries[0].targetId,
      data: { previousChannel: 'Organic Search', channel: 'Email', siteId: scene.site.id },
    });
    const { data } = await api('GET', '/revenue?range=1d&dimension=channel&filter[channel]=Email');
    expect(data.currencies[0].breakdown).toMatchObject([{ key: 'Email', net: '50.00' }]);
  });
});

describe('visits before the identify call', () => {
  const visits = [...EARLY_FRAUDS, ...DECIDING_VISITS];
  const early = visits.map(() => newVictim());
  let results: PromiseSettledResult<unknown>[];
  beforeAll(async () => {
    results = await Promise.allSettled(
      visits.map(async ({ act }, index) => {
        const victim = early[index] as Victim;
        await firstVisit(victim);
        await act(victim, scene);
      }),
    );
    await Promise.all(early.map(({ ref, email }) => identify(ref, email)));
    await repaired();
  }, 120_000);

  it.each(EARLY_FRAUDS.map(({ name }, index) => [name, index] as const))(
    '%s: does not decide the channel',
    async (_, index) => {
      const { email } = early[index] as Victim;
      expect(results[index]).toEqual({ status: 'fulfilled', value: undefined });
      expect(await recorded(email)).toMatchObject(HONEST);
    },
  );

  it.each(DECIDING_VISITS.map(({ name }, index) => [name, EARLY_FRAUDS.length + index] as const))(
    '%s: decides the channel, because the key is public',
    async (_, index) => {
      expect(results[index]).toMatchObject({ status: 'fulfilled' });
      const { found, channel } = await recorded((early[index] as Victim).email);
      expect([found, channel]).not.toEqual([true, HONEST.channel]);
    },
  );

  it('are counted under the reason of their drop', async () => {
    const counts: Record<string, number> = {};
    for (const reason of scene.drops) counts[reason] = (counts[reason] ?? 0) + 1;
    const counted = async () => {
      const { data } = await api('GET', `/sites/${scene.site.id}/traffic-quality?range=2d`);
      const rows = [...data.dropped, ...data.bots] as { reason: string; events: number }[];
      return Object.fromEntries(rows.map(({ reason, events }) => [reason, events]));
    };
    await waitFor('all drops', async () => {
      const total = Object.values(await counted()).reduce((sum, events) => sum + events, 0);
      return total >= scene.drops.length;
    });
    expect(await counted()).toEqual(counts);
  });
});

describe('frauds after a payment, before the visitor is linked', () => {
  const MODELS = 'first_touch last_touch last_non_direct linear position_based time_decay'.split(' ');

  it.each(FRAUDS_AFTER_PAYMENTS.map((fraud) => [fraud.name, fraud] as const))(
    '%s: gets no part of the payment',
    async (_, { act }) => {
      const victim = newVictim();
      const { ref } = victim;
      await firstVisit(victim);
      const payment = { payment_id: ref, email: victim.email, amount: '50.00', currency: 'SEK' };
      await api('POST', '/payments', payment);
      await act(victim, scene);
      const account = { anonymous_id: ref, email: victim.email, user_id: ref };
      await waitFor('the link', async () => (await api('POST', '/identify', account)).linked === true);
      const { accounts } = await api('GET', '/accounts?limit=1000');
      const { id } =
        (accounts as { id: number; userId: string | null }[]).find(({ userId }) => userId === ref) ?? {};
      await waitFor('the touches', async () => (await api('GET', `/accounts/${id}`)).touches.length > 0);
      for (const model of MODELS) {
        const { shares } = await api('GET', `/payments/${ref}/credit?model=${model}`);
        expect([model, shares]).toMatchObject([
          model,
          [{ touch: { channel: 'Organic Search' }, share: 100 }],
        ]);
      }
    },
  );

  it('move no revenue, in each model', async () => {
    for (const model of MODELS) {
      const { data } = await api('GET', `/revenue?range=1d&dimension=channel&model=${model}`);
      const kronor = data.currencies.find(({ currency }: { currency: string }) => currency === 'SEK');
      expect([model, kronor.breakdown.map(({ key }: { key: string }) => key)]).toEqual([
        model,
        ['Organic Search'],
      ]);
    }
  });
});
