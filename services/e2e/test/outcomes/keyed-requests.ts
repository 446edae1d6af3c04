import { randomUUID } from 'node:crypto';
import { answerOf } from '@headwater/client/client';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { callApi, clientOf, type System } from '../../src/api';
import type { Operation } from '../fuzz/api-document';

type Json = Record<string, unknown>;

/** A request of an operation, with resources of its own. */
export interface KeyedRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

let created = 0;

/** Fields added to the documented example: values that only one request may use. */
const ADDED: Readonly<Record<string, (n: number) => Json>> = {
  createSite: (n) => ({ domain: `outcome-${n}.example` }),
  recordPayment: (n) => ({ payment_id: `outcome-${n}`, email: `ada-${n}@outcome.example` }),
  recordPayments: (n) => ({
    payments: [{ payment_id: `outcome-${n}`, user_id: 'u-1', amount: '9.50', currency: 'EUR', type: 'sale' }],
  }),
  identify: (n) => ({ anonymous_id: `visitor-${n}`, email: `ada-${n}@outcome.example`, user_id: `u-${n}` }),
  identifyInBulk: (n) => ({ users: [{ email: `ada-${n}@outcome.example`, plan: 'pro' }] }),
  putCosts: (n) => ({
    costs: [{ day: '2026-10-25', campaign: `outcome-${n}`, amount: '12.50', currency: 'EUR' }],
  }),
  updateSite: (n) => ({ name: `Shop ${n}` }),
  putConfig: (n) => ({ name: `Shop ${n}` }),
};

/** Creates the resources of a request, and the request. Each call returns a request that was never sent. */
export async function prepareRequest(system: System, operation: Operation): Promise<KeyedRequest> {
  const n = (created += 1);
  const { operationId, method, path, body: documented } = operation;
  const ids = await createResources(system, { operationId, path, n });
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (id === undefined)
      throw new Error(`${operationId} has the unknown path parameter ${name}: create it.`);
    return String(id);
  });
  if (operationId === 'importSite')
    return {
      method,
      path: `${filled}?source=umami`,
      body: String(documented?.example),
      headers: { 'content-type': 'text/csv' },
    };
  if (operationId === 'deleteCosts') {
    // A day of its own for each request.
    const day = new Date(Date.UTC(2000, 0, n)).toISOString().slice(0, 10);
    await callApi(system, 'POST', '/api/v1/costs/bulk', {
      body: { costs: [{ day, amount: '1', currency: 'EUR' }] },
    });
    return { method, path: `${filled}?from=${day}&to=${day}`, headers: {} };
  }
  const base = (documented?.example ?? (documented ? {} : undefined)) as Json | undefined;
  const body = base && { ...base, ...ADDED[operationId]?.(n) };
  if (operationId === 'eraseAccount' && body) body['email'] = `erased-${n}@outcome.example`;
  const headers: Record<string, string> = {};
  // A repeat must not be refused because of its own write.
  if (operationId === 'putConfig') {
    const config = await callApi(system, 'GET', filled);
    headers['if-match'] = config.headers.get('etag') ?? '';
  }
  return { method, path: filled, headers, ...(body === undefined ? {} : { body }) };
}

async function createResources(
  system: System,
  { operationId, path, n }: { readonly operationId: string; readonly path: string; readonly n: number },
): Promise<Readonly<Record<string, number | string>>> {
  const api = clientOf(system);
  const ids: Record<string, number | string> = path.includes('{provider}') ? { provider: 'stripe' } : {};
  if (path.includes('{id}')) {
    const site = await answerOf(api.POST('/api/v1/sites', { body: { domain: `of-${n}.outcome.example` } }));
    ids['id'] = site.id;
    const of = { params: { path: { id: String(site.id) as never } } };
    if (path.includes('{goalId}'))
      ids['goalId'] = (
        await answerOf(
          api.POST('/api/v1/sites/{id}/goals', {
            ...of,
            body: { name: 'Signup', type: 'event', event: 'signup' },
          }),
        )
      ).id;
    if (path.includes('{funnelId}')) {
      const step = (name: string) => ({ name, type: 'event' as const, event: name });
      const body = { name: 'Buy', windowHours: 24, steps: [step('signup'), step('pay')] };
      ids['funnelId'] = (await answerOf(api.POST('/api/v1/sites/{id}/funnels', { ...of, body }))).id;
    }
    if (path.includes('{annotationId}')) {
      const body = { day: '2026-10-25', text: 'New pricing page' };
      ids['annotationId'] = (await answerOf(api.POST('/api/v1/sites/{id}/annotations', { ...of, body }))).id;
    }
    if (path.includes('{linkId}'))
      ids['linkId'] = (await answerOf(api.POST('/api/v1/sites/{id}/share-links', { ...of, body: {} }))).id;
    if (operationId === 'restoreSite') await callApi(system, 'DELETE', `/api/v1/sites/${site.id}`);
  }
  if (path.includes('{viewId}')) {
    const body = { name: 'Revenue', page: 'revenue' as const, query: 'range=90d' };
    ids['viewId'] = (await answerOf(api.POST('/api/v1/saved-views', { body }))).id;
  }
  if (path.includes('{webhookId}')) {
    const { webhooks } = await answerOf(api.GET('/api/v1/webhooks'));
    // A workspace has few webhooks.
    for (const { id } of webhooks) await callApi(system, 'DELETE', `/api/v1/webhooks/${id}`);
    const body = { url: `https://hooks.example/${n}`, events: ['site.deleted' as const] };
    ids['webhookId'] = (await answerOf(api.POST('/api/v1/webhooks', { body }))).id;
  }
  if (path.includes('{tokenId}')) {
    const body = { name: `outcome ${n}`, scopes: ['stats:read' as const] };
    ids['tokenId'] = (await answerOf(api.POST('/api/v1/tokens', { body }))).id;
  }
  if (path.includes('{sessionId}'))
    ids['sessionId'] = (await answerOf(api.POST('/api/v1/dashboard-links', { body: {} }))).id;
  if (operationId === 'eraseAccount') await createVisitedAccount(system, n);
  if (operationId === 'endDashboardSessions') {
    await callApi(system, 'DELETE', '/api/v1/dashboard-sessions');
    await callApi(system, 'POST', '/api/v1/dashboard-links', { body: {} });
  }
  if (operationId === 'setIntegrationSecret') await callApi(system, 'DELETE', '/api/v1/integrations/stripe');
  if (operationId === 'removeIntegrationSecret')
    await callApi(system, 'PUT', '/api/v1/integrations/stripe', {
      body: { signing_secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    });
  return ids;
}

/** Creates the account of a visitor with a stored event. */
async function createVisitedAccount(system: System, n: number): Promise<void> {
  const api = clientOf(system);
  const { id } = await answerOf(
    api.POST('/api/v1/sites', { body: { domain: `erased-${n}.outcome.example` } }),
  );
  const anonymous_id = `erased-${n}`;
  const params = { path: { id } };
  const events = [{ name: 'order', anonymous_id }];
  await answerOf(api.POST('/api/v1/sites/{id}/events', { params, body: { events } }));
  await waitFor('the event', async () => {
    const { body } = await callApi(system, 'GET', `/api/v1/sites/${id}/events/order?range=2d`);
    return (body as { data: { events: number } }).data.events === 1;
  });
  await answerOf(
    api.POST('/api/v1/identify', { body: { anonymous_id, email: `erased-${n}@outcome.example` } }),
  );
}

/** A new Idempotency-Key. */
export const newKey = (): string => randomUUID();
