import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerOf } from '@headwater/client/client';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { Webhook } from 'standardwebhooks';
import { callApi, clientOf } from '../api';
import type { System } from '../system';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A customer's server is told what happens, and can check by the library of Standard Webhooks that it comes from here. */
export function describeWebhooks(system: () => System): void {
  describe('a webhook', () => {
    const received: Received[] = [];
    let status = 204;
    /** No request is answered before. */
    let held: Promise<unknown> = Promise.resolve();
    let server: Server;
    let hook = { id: 0, secret: '' };

    /** Those of a type that hold a text: what other tests did may be told late. */
    const noticesOf = (type: string, text = '') =>
      received.filter(({ body }) => noticeIn(body).type === type && body.includes(text));
    const came = async (type: string, text?: string) =>
      noticeIn((await waitFor(`a notice ${type}`, () => noticesOf(type, text)[0])).body);
    const isSignedWith = (secret: string, { body, headers }: Received): boolean => {
      try {
        new Webhook(secret).verify(body, headers as Record<string, string>);
        return true;
      } catch {
        return false;
      }
    };

    beforeAll(async () => {
      server = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
          const answered = status;
          void held.then(() => response.writeHead(answered).end());
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/headwater`;
      const events = ['site.deleted', 'identity.linked'] as const;
      hook = await answerOf(
        clientOf(system()).POST('/api/v1/webhooks', { body: { url, events: [...events] } }),
      );
    });
    afterAll(async () => {
      await callApi(system(), 'DELETE', `/api/v1/webhooks/${hook.id}`);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });

    test('is told of a deleted site and of a linked account, signed, and knows no address', async () => {
      const api = clientOf(system());
      const domain = 'told.example';
      const { id } = await answerOf(api.POST('/api/v1/sites', { body: { domain } }));
      const params = { path: { id } };
      const anonymous_id = 'told-visitor';
      const event = {
        anonymous_id,
        name: 'pageview',
        url: `https://${domain}/`,
        referrer: 'https://www.google.com/',
      };
      await answerOf(api.POST('/api/v1/sites/{id}/events', { params, body: { events: [event] } }));
      const email = 'somebody@told.example';
      await answerOf(api.POST('/api/v1/identify', { body: { anonymous_id, email, user_id: 'told-1' } }));
      expect(await came('identity.linked', '"told-1"')).toMatchObject({
        data: { userId: 'told-1', channel: 'Organic Search', siteId: id },
      });
      await callApi(system(), 'DELETE', `/api/v1/sites/${id}`);
      expect(await came('site.deleted', domain)).toMatchObject({ data: { siteId: id, domain } });
      expect(received.map((each) => isSignedWith(hook.secret, each))).not.toContain(false);
      expect(JSON.stringify(received)).not.toContain('somebody');
    });

    test('is told again what it refused, by the same id, under both secrets while one takes the place of the other', async () => {
      const api = clientOf(system());
      const params = { path: { webhookId: hook.id } };
      // The refusal comes once the secret is another, and so does the next attempt.
      let release = (): void => undefined;
      held = new Promise<void>((resolve) => (release = resolve));
      status = 500;
      await answerOf(api.POST('/api/v1/webhooks/{webhookId}/test', { params }));
      await came('webhook.test');
      status = 204;
      const { secret } = await answerOf(api.POST('/api/v1/webhooks/{webhookId}/rotate-secret', { params }));
      release();
      const [first, again] = await waitFor(
        'the notice to come again',
        () => noticesOf('webhook.test').length > 1 && noticesOf('webhook.test'),
        60_000,
      );
      expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
      expect([hook.secret, secret].map((each) => again && isSignedWith(each, again))).toEqual([true, true]);
      await waitFor('the delivery to be on record', async () => {
        const query = { limit: 10 };
        const path = '/api/v1/webhooks/{webhookId}/deliveries';
        const { deliveries } = await answerOf(api.GET(path, { params: { ...params, query } }));
        return deliveries.some((each) => each.status === 'delivered' && each.attempts === 2);
      });
    });
  });
}

const noticeIn = (body: string) => JSON.parse(body) as { readonly type: string; readonly data: object };
