import { randomUUID } from 'node:crypto';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { DESKTOP_CHROME } from '../../src/shop';
import type { ProcessSystem } from '../../src/start-processes';
import type { WebhookReceiver } from './webhook-receiver';

/** The account of the attribution lookup. */
export const EMAIL = 'known@outage.example';
/** Accounts that the calls erase. */
const ERASABLE = 1_000;
const erasableUserId = (number: number): string => `erasable-${number}`;
const URL_OF_VISIT = 'https://outage.example/';
const IMPORT = [
  'session_id,visit_id,event_id,url_path,referrer_domain,event_type,event_name,created_at',
  's1,v1,e1,/pricing,www.google.com,1,,2026-03-01 10:00:00',
].join('\n');

/** The system and the resources that the calls use. */
export interface CallTarget {
  readonly system: ProcessSystem;
  readonly site: { readonly id: number; readonly key: string };
  readonly receiver: WebhookReceiver;
  readonly webhookId: number;
}

/** Sends a request to the API. A body of text is sent as CSV. */
export function sendToApi(
  { apiUrl, token }: ProcessSystem,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  const isText = typeof body === 'string';
  return fetch(`${apiUrl}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': isText ? 'text/csv' : 'application/json',
    },
    ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
  });
}

/** Stores the accounts that the calls erase. */
export async function createErasableAccounts(system: ProcessSystem): Promise<void> {
  const users = Array.from({ length: ERASABLE }, (_, number) => ({
    email: `erasable-${number}@outage.example`,
    user_id: erasableUserId(number),
  }));
  await sendToApi(system, 'POST', '/identify/bulk', { users });
}

/** The calls of deploy/OUTAGES.md by their names in the table. */
export function createCalls(target: () => CallTarget): Record<string, () => Promise<Response>> {
  const api = (method: string, path: string, body?: unknown): Promise<Response> =>
    sendToApi(target().system, method, path, body);
  let erasures = 0;
  const ofSite = (): string => `/sites/${target().site.id}`;
  return {
    'browser script': () => fetch(`${target().system.collectUrl}/hw.js`),
    'browser events': () => {
      const { system, site } = target();
      const event = { id: randomUUID(), name: 'pageview', url: URL_OF_VISIT, time: new Date().toISOString() };
      return fetch(`${system.collectUrl}/collect`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain', 'user-agent': DESKTOP_CHROME },
        body: JSON.stringify({
          site: site.id,
          key: site.key,
          visitor: 'visitor-1',
          session: { id: 'session-1', landing: URL_OF_VISIT },
          events: [event],
        }),
      });
    },
    'server events': () =>
      api('POST', `${ofSite()}/events`, { events: [{ name: 'order', anonymous_id: 'visitor-1' }] }),
    identify: () => api('POST', '/identify', { anonymous_id: 'visitor-1', email: EMAIL }),
    payments: () =>
      api('POST', '/payments', { email: EMAIL, payment_id: randomUUID(), amount: '1.00', currency: 'EUR' }),
    erasures: async () => {
      // Sites deletes the user id of an account from events, analytics the events of a visitor.
      const account = await api('POST', '/erasures', { user_id: erasableUserId(erasures++ % ERASABLE) });
      if (!account.ok) return account;
      await account.arrayBuffer();
      return api('POST', '/erasures', { anonymous_id: randomUUID() });
    },
    'attribution lookup': () => api('POST', '/attribution/lookup', { email: EMAIL }),
    revenue: () => api('GET', '/revenue?range=1d'),
    queries: () => api('GET', `${ofSite()}/events/pageview?range=1d`),
    exports: () => api('GET', `${ofSite()}/export?format=ndjson&range=1d`),
    imports: () => api('POST', `${ofSite()}/import?source=umami`, IMPORT),
    'sites and goals': () =>
      api('POST', `${ofSite()}/goals`, { name: randomUUID(), type: 'event', event: 'order' }),
    'webhook deliveries': async () => {
      const { receiver, webhookId } = target();
      const response = await api('POST', `/webhooks/${webhookId}/test`);
      if (!response.ok) return response;
      const { noticeId } = (await response.clone().json()) as { noticeId: string };
      await waitFor('the delivery', () => receiver.attemptsOf(noticeId) > 0, 60_000);
      return response;
    },
    tokens: () => api('GET', '/tokens'),
    'dashboard page': () => fetch(`${target().system.apiUrl}/`),
    'sign-in': async () => {
      const { apiUrl } = target().system;
      const link = await api('POST', '/dashboard-links', {});
      if (!link.ok) return link;
      const { url } = (await link.json()) as { url: string };
      return fetch(`${apiUrl}/dashboard/session`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-headwater-dashboard': '1',
          origin: new URL(apiUrl).origin,
        },
        body: JSON.stringify({ code: new URL(url).hash.slice(1) }),
      });
    },
  };
}
