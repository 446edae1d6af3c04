import { randomUUID } from 'node:crypto';
import { callApi, type System } from '../../src/api';
import type { collector, SiteOfScene } from './collector';

/** An account whose recorded channel is Organic Search. */
export interface Victim {
  /** The visitor id, which the attacker knows. */
  readonly ref: string;
  readonly email: string;
  readonly session: string;
  /** The id of its only pageview. */
  readonly eventId: string;
  /** Unix milliseconds. */
  readonly visitedAt: number;
}

export interface Scene {
  readonly system: System;
  readonly site: SiteOfScene;
  /** Another site of the workspace. */
  readonly other: SiteOfScene;
  /** A token without the right to write. */
  readonly readToken: string;
  /** A token for the other site only. */
  readonly otherToken: string;
  /** The key in the URL of a share link. */
  readonly shareKey: string;
  /** Another workspace. */
  readonly stranger: { readonly token: string; readonly site: SiteOfScene };
  /** A visitor of an affiliate, whose account was erased. */
  readonly erased: string;
  readonly stripe: { readonly path: string; readonly secret: string };
  readonly collect: ReturnType<typeof collector>;
}

export interface Fraud {
  readonly name: string;
  /** The account is identified while the visit is in the collector's log: the fraud happens before its link is resolved. */
  readonly isPending?: boolean;
  readonly act: (victim: Victim, scene: Scene) => Promise<unknown>;
}

export const DOMAIN = 'fraud.example';
export const GOOGLE = { landing: `https://${DOMAIN}/pricing`, referrer: 'https://www.google.com/' };
const TAGGED = `https://${DOMAIN}/?utm_source=coupon-ext&utm_medium=affiliate`;
const SECOND = 1_000;
export const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
export const iso = (ms: number): string => new Date(ms).toISOString();

interface Visit {
  /** Before the victim's visit, in milliseconds. */
  readonly before?: number;
  readonly time?: unknown;
  readonly event?: object;
  readonly session?: object;
  readonly visitor?: string;
  readonly body?: object;
  readonly site?: (scene: Scene) => SiteOfScene;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a visit of an affiliate as the victim's browser, by default one second before the victim's visit. */
export function visit(how: Visit, { ref, visitedAt }: Victim, scene: Scene): Promise<void> {
  const time = how.time ?? iso(visitedAt - (how.before ?? SECOND));
  const event = { id: randomUUID(), name: 'pageview', url: TAGGED, time, ...how.event };
  const session = { id: randomUUID(), landing: TAGGED, referrer: 'https://coupon-ext.example/' };
  const body = { visitor: how.visitor ?? ref, session: { ...session, ...how.session }, event, ...how.body };
  const { query = '', headers = {} } = how;
  return scene.collect(how.site?.(scene) ?? scene.site, body, { query, headers });
}

const GPT = { referrer: 'https://chatgpt.com/' };
const landing = (text: string) => ({ session: { landing: text, referrer: '' } });

const BACKDATED: Readonly<Record<string, Visit>> = {
  'a visit dated one second before the first one': { before: SECOND },
  'a visit dated one minute before the first one': { before: 60 * SECOND },
  'a visit dated one hour before the first one': { before: HOUR },
  'a visit dated five hours before the first one': { before: 5 * HOUR },
  'a visit dated 23 hours before the first one': { before: 23 * HOUR },
  'a visit dated 24 hours before the first one': { before: DAY },
  'a visit dated two days before the first one': { before: 2 * DAY },
  'a visit dated a week before the first one': { before: 7 * DAY },
  'a visit dated 29 days before the first one': { before: 29 * DAY },
  'a visit dated 30 days before the first one': { before: 30 * DAY },
};

type VisitOfVictim = (victim: Victim) => Visit;

const AS_VICTIM: Readonly<Record<string, VisitOfVictim>> = {
  'a visit with the time of the first visit': () => ({ before: 0 }),
  'an AI assistant at the time of the first visit': () => ({ before: 0, session: { ...GOOGLE, ...GPT } }),
  'the session of the victim with another landing page': ({ session: id }) => ({ session: { id } }),
  'the event id of the first visit again, at its time': ({ eventId: id }) => ({ before: 0, event: { id } }),
  'the event id of the first visit again, an hour before': ({ eventId: id }) => ({
    before: HOUR,
    event: { id },
  }),
  'the event id of the first visit again, a day before': ({ eventId: id }) => ({
    before: DAY,
    event: { id },
  }),
  'the event id of the first visit with another name': ({ eventId: id }) => ({
    event: { id, name: 'signup' },
  }),
};

const VISITS: Readonly<Record<string, VisitOfVictim>> = {
  'a time in another zone': ({ visitedAt }) => ({ time: iso(visitedAt - HOUR).replace('Z', '+05:00') }),
  'a time of Unix milliseconds': ({ visitedAt }) => ({ time: visitedAt - HOUR }),
  'a text of Unix seconds': ({ visitedAt }) => ({ time: String(Math.floor(visitedAt / SECOND) - 60) }),
  'a time without a zone': ({ visitedAt }) => ({ time: iso(visitedAt - HOUR).slice(0, -1) }),
  'the year 1970': () => ({ time: iso(0) }),
  'a time four minutes ahead': () => ({ time: iso(Date.now() + 240 * SECOND) }),
  'a time two days ahead': () => ({ time: iso(Date.now() + 2 * DAY) }),
  'a browser clock that is an hour slow': () => ({ query: `?t=${Date.now() - HOUR}` }),
  'a browser clock that is an hour fast': () => ({ query: `?t=${Date.now() + HOUR}` }),
  'a landing page that the event does not show': () => ({ event: { url: GOOGLE.landing } }),
  'tags on the page without a landing page': () => ({ session: { landing: null, referrer: null } }),
  'a referrer of the event': () => ({ event: { url: GOOGLE.landing, ...GPT }, session: { landing: null } }),
  'a referrer of the session': () => ({ session: { landing: GOOGLE.landing, ...GPT } }),
  'the click id gclid': () => landing(`https://${DOMAIN}/?gclid=1`),
  'the click id msclkid': () => landing(`https://${DOMAIN}/?msclkid=1`),
  'the click id fbclid': () => landing(`https://${DOMAIN}/?fbclid=1`),
  'a landing page on another host': () => landing('https://coupon-ext.example/?utm_medium=affiliate'),
  'a page on a subdomain': () => ({ event: { url: TAGGED.replace('//', '//shop.') } }),
  'a page on a foreign host': () => ({ event: { url: 'https://coupon-ext.example/' } }),
  'an iframe of a foreign host': () => ({ headers: { origin: 'https://coupon-ext.example' } }),
  'a sandboxed iframe': () => ({ headers: { origin: 'null' } }),
  'a beacon of text': () => ({ headers: { 'content-type': 'text/plain' } }),
  'a custom event': () => ({ event: { name: 'coupon' } }),
  'the same forged visit a hundred times': ({ visitedAt }) => ({
    body: {
      event: undefined,
      events: Array.from({ length: 100 }, () => ({
        ...{ id: randomUUID(), name: 'pageview', url: TAGGED, time: iso(visitedAt - HOUR) },
      })),
    },
  }),
  'the key of another site, for this site': () => ({
    site: ({ site, other }) => ({ ...site, key: other.key }),
  }),
  'a key that does not exist': () => ({ site: ({ site }) => ({ ...site, key: 'wrong' }) }),
  'a visit on another site of the workspace': () => ({
    ...{ site: ({ other }) => other, event: { url: 'https://other-site.example/' } },
    ...landing('https://other-site.example/?utm_medium=affiliate&utm_source=x'),
  }),
  'a bot': () => ({ headers: { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' } }),
  'an automated browser': () => ({ body: { webdriver: true } }),
};

const fraudsOf = (visits: Readonly<Record<string, Visit | VisitOfVictim>>): Fraud[] =>
  Object.entries(visits).map(([name, how]) => ({
    name,
    act: (victim, scene) => visit(typeof how === 'function' ? how(victim) : how, victim, scene),
  }));

export const callAs = ({ system }: Scene, token: string | null, path: string, body: unknown) =>
  callApi(system, 'POST', `/api/v1${path}`, { token, body });
export const serverVisit = ({ ref, visitedAt }: Victim) => ({
  events: [
    { event_id: randomUUID(), anonymous_id: ref, name: 'pageview', url: TAGGED, time: iso(visitedAt - HOUR) },
  ],
});
export const identify = (scene: Scene, anonymousId: string, email: string) =>
  callAs(scene, scene.system.token, '/identify', { anonymous_id: anonymousId, email });

const accounts: Fraud[] = [
  {
    name: 'a forged visit next to a server event that arrives late',
    act: async (victim, scene) => {
      await visit({ before: 10 * HOUR }, victim, scene);
      const event = { event_id: randomUUID(), anonymous_id: victim.ref, name: 'trial' };
      await callAs(scene, scene.system.token, `/sites/${scene.site.id}/events`, {
        events: [{ ...event, time: iso(victim.visitedAt - 10 * HOUR + 60 * SECOND) }],
      });
    },
  },
  {
    name: 'an identify with the visitor of an affiliate',
    act: async (victim, scene) => {
      const visitor = randomUUID();
      await visit({ visitor, before: 20 * HOUR }, victim, scene);
      await identify(scene, visitor, victim.email);
    },
  },
  {
    name: 'an identify with a visitor whose visit arrives afterwards',
    act: async (victim, scene) => {
      const visitor = randomUUID();
      await identify(scene, visitor, victim.email);
      await visit({ visitor, before: 20 * HOUR }, victim, scene);
    },
  },
  {
    name: 'another spelling of the address with the visitor of an affiliate',
    act: async (victim, scene) => {
      const visitor = randomUUID();
      await visit({ visitor }, victim, scene);
      await identify(scene, visitor, ` ${victim.email.toUpperCase()} `);
    },
  },
  {
    name: 'a forged visit before a repeated identify',
    act: async (victim, scene) => {
      await visit({ before: HOUR }, victim, scene);
      await identify(scene, victim.ref, victim.email);
    },
  },
  {
    name: 'an unsigned Stripe event with the visitor of an affiliate',
    act: async (victim, { system }) =>
      callApi(system, 'POST', '/webhooks/stripe/1', {
        token: null,
        body: {
          id: 'evt_1',
          type: 'checkout.session.completed',
          data: { object: { customer_email: victim.email, metadata: { headwater_ref: randomUUID() } } },
        },
      }),
  },
];

/** Between the visit and its storage. */
const pending = fraudsOf({ ...BACKDATED, ...AS_VICTIM }).map(({ name, act }) => ({
  ...{ name: `${name}, before the visit is stored`, act, isPending: true },
}));

export const BROWSER_FRAUDS: readonly Fraud[] = [
  ...fraudsOf({ ...BACKDATED, ...AS_VICTIM, ...VISITS }),
  ...accounts,
  ...pending,
];

/** Visits that arrive after a payment, with a time before it. None may get a part of the payment. */
export const FRAUDS_AFTER_PAYMENTS: readonly Fraud[] = fraudsOf({
  'a visit dated a second after the first one': { before: -SECOND },
  'a visit dated ten minutes before the payment': { before: -20 * 60 * SECOND },
  'a visit without a landing page, ten minutes before the payment': {
    ...{ before: -20 * 60 * SECOND, session: { landing: null, referrer: null } },
  },
  'the session of the victim with another landing page, dated after its visit': ({ session: id }) => ({
    ...{ before: -SECOND, session: { id } },
  }),
  'a visit dated 25 hours before the payment': { before: 25 * HOUR },
  'a visit dated 29 days before the payment': { before: 29 * DAY },
});
