import { randomUUID } from 'node:crypto';
import { DESKTOP_CHROME } from '../../src/shop';
import {
  DAY,
  DOMAIN,
  GOOGLE,
  HOUR,
  iso,
  SECOND,
  TAGGED,
  type Fraud,
  type Scene,
  type SiteOfScene,
  type Victim,
} from './scene';

interface Visit {
  /** The answer of the collector: `accepted` (default), the reason of the drop or the code of the error. */
  readonly answer?: string;
  /** The reason of the answer `bot`. */
  readonly botReason?: string;
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

/** Sends a visit of an affiliate as the victim's browser, by default one second before the victim's visit. @throws on another answer */
export async function visit(how: Visit, { ref, visitedAt }: Victim, scene: Scene): Promise<void> {
  const time = how.time ?? iso(visitedAt - (how.before ?? SECOND));
  const event = { id: randomUUID(), name: 'pageview', url: TAGGED, time, ...how.event };
  const session = { id: randomUUID(), landing: TAGGED, referrer: 'https://coupon-ext.example/' };
  const body = { visitor: how.visitor ?? ref, session: { ...session, ...how.session }, event, ...how.body };
  const { query = '', headers = {}, botReason } = how;
  const expected = botReason === undefined ? (how.answer ?? 'accepted') : 'bot';
  const answer = await scene.collect(how.site?.(scene) ?? scene.site, body, { query, headers });
  if (answer !== expected) throw new Error(`POST /collect: ${answer} instead of ${expected}`);
  if (!['accepted', 'invalid_site_key'].includes(answer)) scene.drops.push(botReason ?? answer);
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
  'a visit dated 30 days before the first one': { before: 30 * DAY, answer: 'too_old' },
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
  'a time of Unix milliseconds': ({ visitedAt }) => ({ time: visitedAt - HOUR, answer: 'invalid_event' }),
  'a text of Unix seconds': ({ visitedAt }) => ({
    ...{ time: String(Math.floor(visitedAt / SECOND) - 60), answer: 'invalid_event' },
  }),
  'a time without a zone': ({ visitedAt }) => ({
    time: iso(visitedAt - HOUR).slice(0, -1),
    answer: 'invalid_event',
  }),
  'the year 1970': () => ({ time: iso(0), answer: 'too_old' }),
  'a time four minutes ahead': () => ({ time: iso(Date.now() + 240 * SECOND) }),
  'a time two days ahead': () => ({ time: iso(Date.now() + 2 * DAY), answer: 'in_future' }),
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
  'a page on a foreign host': () => ({
    ...{ event: { url: 'https://coupon-ext.example/' }, answer: 'host_mismatch' },
  }),
  'an iframe of a foreign host': () => ({
    ...{ headers: { origin: 'https://coupon-ext.example' }, answer: 'host_mismatch' },
  }),
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
    answer: 'invalid_site_key',
  }),
  'a key that does not exist': () => ({
    ...{ site: ({ site }) => ({ ...site, key: 'wrong' }), answer: 'invalid_site_key' },
  }),
  'a visit on another site of the workspace': () => ({
    ...{ site: ({ other }) => other, event: { url: 'https://other-site.example/' } },
    ...landing('https://other-site.example/?utm_medium=affiliate&utm_source=x'),
  }),
};

/** An address that Amazon rents out. */
const RENTED = '3.5.140.2';
const asAgent = (agent: string): Visit => ({ headers: { 'user-agent': agent } });

/** A program opens the link of an affiliate under the id of the visitor. */
const BOTS: Readonly<Record<string, Visit>> = {
  'a crawler': { ...asAgent('Googlebot/2.1 (+http://www.google.com/bot.html)'), botReason: 'crawler' },
  'a crawler in the form of a browser': {
    ...asAgent('Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)'),
    botReason: 'crawler',
  },
  'a script': { ...asAgent('curl/8.5.0'), botReason: 'crawler' },
  'a headless browser': {
    ...asAgent(DESKTOP_CHROME.replace('Chrome', 'HeadlessChrome')),
    botReason: 'headless',
  },
  'an automated browser': { body: { webdriver: true }, botReason: 'webdriver' },
  'a client without a user agent': { ...asAgent(''), botReason: 'no_user_agent' },
  'a rented server': { headers: { 'x-forwarded-for': RENTED }, botReason: 'datacenter' },
};

/** Frauds that send one request to the collector. */
export const fraudsOf = (visits: Readonly<Record<string, Visit | VisitOfVictim>>): Fraud[] =>
  Object.entries(visits).map(([name, how]) => ({
    name,
    act: (victim, scene) => visit(typeof how === 'function' ? how(victim) : how, victim, scene),
  }));

/** Between the visit and its storage. */
const pending = fraudsOf({ ...BACKDATED, ...AS_VICTIM }).map(({ name, act }) => ({
  ...{ name: `${name}, before the visit is stored`, act, isPending: true },
}));
const bots = Object.fromEntries(Object.entries(BOTS).map(([name, how]) => [`bot traffic: ${name}`, how]));

/** After the identify call, or concurrently with it. */
export const FORGED_VISITS: readonly Fraud[] = [
  ...fraudsOf({ ...BACKDATED, ...AS_VICTIM, ...VISITS, ...bots }),
  ...pending,
];

/** Visits that decide the channel if they arrive before the identify call: the key is public, and they are up to 24 hours old. */
const DECIDING: ReadonlySet<string> = new Set([
  'a visit dated one second before the first one',
  'a visit dated one minute before the first one',
  'a visit dated one hour before the first one',
  'a visit dated five hours before the first one',
  'a visit dated 23 hours before the first one',
  'the session of the victim with another landing page',
  'the event id of the first visit again, an hour before',
  'the event id of the first visit with another name',
  'a time in another zone',
  'a browser clock that is an hour fast',
  'a landing page that the event does not show',
  'tags on the page without a landing page',
  'a referrer of the event',
  'a referrer of the session',
  'the click id gclid',
  'the click id msclkid',
  'the click id fbclid',
  'a landing page on another host',
  'a page on a subdomain',
  'a sandboxed iframe',
  'a beacon of text',
  'a custom event',
  'the same forged visit a hundred times',
  'a visit on another site of the workspace',
]);

const early = fraudsOf({ ...BACKDATED, ...AS_VICTIM, ...VISITS, ...bots });
/** Before the identify call. */
export const EARLY_FRAUDS: readonly Fraud[] = early.filter(({ name }) => !DECIDING.has(name));
/** Before the identify call, without a defence. */
export const DECIDING_VISITS: readonly Fraud[] = early.filter(({ name }) => DECIDING.has(name));
