import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { callApi } from '../../src/api';
import { callAs, identify, serverVisit } from './frauds';
import { DOMAIN, HOUR, iso, type Fraud, type Scene, type SiteOfScene, type Victim } from './scene';
import { visit } from './visits';

/** Callers that must not write to the victim's site. */
const CALLERS: Readonly<Record<string, (scene: Scene) => string | null>> = {
  'without a token': () => null,
  'with a token that only reads': ({ readToken }) => readToken,
  'with a token of another site': ({ otherToken }) => otherToken,
  'with the site key as token': ({ site }) => site.key,
  'with a share key as token': ({ shareKey }) => shareKey,
  'with a token of another workspace': ({ stranger }) => stranger.token,
};

const importOf = ({ ref, visitedAt }: Victim): string => {
  const row = {
    ...{ session_id: ref, visit_id: 'v', event_id: randomUUID(), hostname: DOMAIN, event_type: '1' },
    ...{ url_path: '/', url_query: 'utm_source=coupon-ext&utm_medium=affiliate', referrer_domain: '' },
    created_at: iso(visitedAt - HOUR),
  };
  return `${Object.keys(row).join()}\n${Object.values(row).join()}\n`;
};

const sendImport = ({ system }: Scene, site: SiteOfScene, victim: Victim, token: string | null) =>
  callApi(system, 'POST', `/api/v1/sites/${site.id}/import?source=umami`, {
    ...{ token, body: importOf(victim), headers: { 'content-type': 'text/csv' } },
  });

type Call = (victim: Victim, scene: Scene, token: string | null) => Promise<{ readonly status: number }>;

const REFUSED: Readonly<Record<string, Call>> = {
  'an import': (victim, scene, token) => sendImport(scene, scene.site, victim, token),
  'an event of a server': (victim, scene, token) =>
    callAs(scene, token, `/sites/${scene.site.id}/events`, serverVisit(victim)),
};

const refused = Object.entries(REFUSED).flatMap(([what, call]) =>
  Object.entries(CALLERS).map(([caller, tokenOf]) => ({
    name: `${what} ${caller}`,
    act: async (victim: Victim, scene: Scene) => {
      const { status } = await call(victim, scene, tokenOf(scene));
      if (![401, 403, 404].includes(status)) throw new Error(`${what} ${caller}: ${status}`);
    },
  })),
);

/** Calls that succeed in the caller's own workspace. */
const strangers: Fraud[] = [
  {
    name: 'an import of the same visitor by another workspace, to its own site',
    act: (victim, scene) =>
      sendImport(scene, scene.stranger.site, victim, scene.stranger.token).then(succeeds),
  },
  {
    name: 'an event of the same visitor by another workspace, to its own site',
    act: (victim, scene) => {
      const { site, token } = scene.stranger;
      const { events } = serverVisit(victim);
      const url = 'https://stranger.example/?utm_medium=affiliate';
      const own = { events: events.map((event) => ({ ...event, url })) };
      return callAs(scene, token, `/sites/${site.id}/events`, own).then(succeeds);
    },
  },
  {
    name: 'an identify of the same visitor and address by another workspace',
    act: ({ ref, email }, scene) =>
      callAs(scene, scene.stranger.token, '/identify', { anonymous_id: ref, email }).then(succeeds),
  },
  {
    name: 'an erasure of the same address by another workspace',
    act: ({ email }, scene) => callAs(scene, scene.stranger.token, '/erasures', { email }).then(succeeds),
  },
];

const accounts: Fraud[] = [
  {
    name: 'an identify with a visitor that was erased',
    act: async (victim, scene) => {
      await visit({ visitor: scene.erased, before: 10 * HOUR }, victim, scene);
      await identify(scene, scene.erased, victim.email);
    },
  },
  {
    name: 'an identify with the visitor of the account of an affiliate',
    act: async (victim, scene) => {
      const visitor = randomUUID();
      await visit({ visitor, before: 20 * HOUR }, victim, scene);
      await identify(scene, visitor, `affiliate-${visitor}@example.com`);
      await identify(scene, visitor, victim.email);
    },
  },
  {
    name: 'the visitor of the victim on the account of an affiliate, and the reverse',
    act: async (victim, scene) => {
      const visitor = randomUUID();
      const affiliate = `affiliate-${visitor}@example.com`;
      await visit({ visitor, before: 20 * HOUR }, victim, scene);
      // Resolved first: otherwise the affiliate's own account changes, by its first visitor.
      const isLinked = async () => (await identify(scene, visitor, affiliate)).body.linked === true;
      await waitFor('the account of the affiliate', isLinked);
      await identify(scene, victim.ref, affiliate);
      await identify(scene, visitor, victim.email);
    },
  },
  {
    name: 'the same user id for the account of an affiliate and of the victim',
    act: async ({ ref, email, ...victim }, scene) => {
      const visitor = randomUUID();
      await visit({ visitor, before: 20 * HOUR }, { ref, email, ...victim }, scene);
      const { token } = scene.system;
      const user_id = `user-${visitor}`;
      const affiliate = `affiliate-${visitor}@example.com`;
      await callAs(scene, token, '/identify', { anonymous_id: visitor, email: affiliate, user_id });
      await callAs(scene, token, '/identify', { anonymous_id: ref, email, user_id });
      await callAs(scene, token, '/identify/bulk', {
        users: [
          { email, user_id },
          { email: affiliate, user_id },
        ],
      });
    },
  },
];

function succeeds({ status, body }: { readonly status: number; readonly body: unknown }): void {
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
}

async function sendStripe(
  { system, stripe: { path, secret } }: Scene,
  { type, object, signedWith = secret }: { type: string; object: object; signedWith?: string },
) {
  const time = Math.floor(Date.now() / 1_000);
  const body = JSON.stringify({ id: `evt_${randomUUID()}`, type, created: time, data: { object } });
  const v1 = createHmac('sha256', signedWith).update(`${time}.${body}`).digest('hex');
  const headers = { 'stripe-signature': `t=${time},v1=${v1}` };
  for (let attempt = 1; ; attempt++) {
    const answer = await callApi(system, 'POST', path, { token: null, body, headers });
    // As Stripe does: all frauds are sent at the same time, and the services may be too busy.
    if (answer.status !== 503 || attempt === 5) return answer;
    await pause(1_000);
  }
}

/** A visitor id in a payment link: an affiliate chooses it, and Stripe signs the event. */
const STRIPE: Readonly<Record<string, (email: string, visitor: string) => { type: string; object: object }>> =
  {
    'a customer of Stripe with the visitor of an affiliate as headwater_ref': (email, visitor) => ({
      type: 'customer.created',
      object: { id: `cus_${visitor}`, object: 'customer', email, metadata: { headwater_ref: visitor } },
    }),
    'a session of Stripe with the visitor of an affiliate as client_reference_id': (email, visitor) => ({
      type: 'checkout.session.completed',
      object: {
        ...{ id: `cs_${visitor}`, object: 'checkout.session', mode: 'setup', customer: `cus_${visitor}` },
        payment_status: 'no_payment_required',
        ...{ customer_email: email, client_reference_id: visitor },
      },
    }),
    'an unpaid session of Stripe with the address of a customer': (email, visitor) => ({
      type: 'checkout.session.completed',
      object: {
        ...{ id: `cs_${visitor}`, object: 'checkout.session', mode: 'payment', payment_status: 'unpaid' },
        ...{ customer_details: { email }, client_reference_id: visitor },
      },
    }),
  };

const stripe = Object.entries(STRIPE).flatMap(([name, eventOf]) => {
  const act = async (victim: Victim, scene: Scene, signedWith?: string) => {
    const visitor = randomUUID();
    await visit({ visitor, before: 20 * HOUR }, victim, scene);
    const event = eventOf(victim.email, visitor);
    return sendStripe(scene, signedWith === undefined ? event : { ...event, signedWith });
  };
  return [
    { name: `${name}, signed`, act: (victim: Victim, scene: Scene) => act(victim, scene).then(succeeds) },
    {
      name: `${name}, signed with another secret`,
      act: async (victim: Victim, scene: Scene) => {
        const { status } = await act(victim, scene, 'whsec_another');
        if (status !== 400) throw new Error(`${name}: ${status}`);
      },
    },
  ];
});

/** Frauds with tokens, other workspaces, other accounts and Stripe. */
export const OTHER_FRAUDS: readonly Fraud[] = [...refused, ...strangers, ...accounts, ...stripe];
