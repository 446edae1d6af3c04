import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerOf } from '@headwater/client/client';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { Webhook } from 'standardwebhooks';
import { callApi, clientOf, type System } from '../../src/api';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Tests webhooks with the signature library of Standard Webhooks. */
export function describeWebhooks(system: () => System): void {
  describe('a webhook', () => {
    const received: Received[] = [];
    let status = 204;
    /** Responses wait for it. */
    let pending: Promise<unknown> = Promise.resolve();
    let server: Server;
    let hook = { id: 0, secret: '' };

    /** Received events of a type that contain a text. Events of other tests may arrive late. */
    const eventsOf = (type: string, text = '') =>
      received.filter(({ body }) => parseEvent(body).type === type && body.includes(text));
    const eventOf = async (type: string, text?: string) =>
      parseEvent((await waitFor(`an event ${type}`, () => eventsOf(type, text)[0])).body);
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
          void pending.then(() => response.writeHead(answered).end());
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

    test('receives signed events of a linked account and a deleted site, without email addresses', async () => {
      const api = clientOf(system());
      const domain = 'notified.example';
      const { id } = await answerOf(api.POST('/api/v1/sites', { body: { domain } }));
      const params = { path: { id } };
      const anonymous_id = 'notified-visitor';
      const event = {
        anonymous_id,
        name: 'pageview',
        url: `https://${domain}/`,
        referrer: 'https://www.google.com/',
      };
      await answerOf(api.POST('/api/v1/sites/{id}/events', { params, body: { events: [event] } }));
      const email = 'somebody@notified.example';
      await answerOf(api.POST('/api/v1/identify', { body: { anonymous_id, email, user_id: 'notified-1' } }));
      expect(await eventOf('identity.linked', '"notified-1"')).toMatchObject({
        data: { userId: 'notified-1', channel: 'Organic Search', siteId: id },
      });
      await callApi(system(), 'DELETE', `/api/v1/sites/${id}`);
      expect(await eventOf('site.deleted', domain)).toMatchObject({ data: { siteId: id, domain } });
      expect(received.map((each) => isSignedWith(hook.secret, each))).not.toContain(false);
      expect(JSON.stringify(received)).not.toContain('somebody');
    });

    test('retries a failed delivery with the same id, signed with both secrets during a rotation', async () => {
      const api = clientOf(system());
      const params = { path: { webhookId: hook.id } };
      // The failed response arrives after the rotation, so that the retry has both signatures.
      let release = (): void => undefined;
      pending = new Promise<void>((resolve) => (release = resolve));
      status = 500;
      await answerOf(api.POST('/api/v1/webhooks/{webhookId}/test', { params }));
      await eventOf('webhook.test');
      status = 204;
      const { secret } = await answerOf(api.POST('/api/v1/webhooks/{webhookId}/rotate-secret', { params }));
      release();
      const [first, again] = await waitFor(
        'the event to be sent again',
        () => eventsOf('webhook.test').length > 1 && eventsOf('webhook.test'),
        60_000,
      );
      expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
      expect([hook.secret, secret].map((each) => again && isSignedWith(each, again))).toEqual([true, true]);
      await waitFor('the delivery to be listed', async () => {
        const query = { limit: 10 };
        const path = '/api/v1/webhooks/{webhookId}/deliveries';
        const { deliveries } = await answerOf(api.GET(path, { params: { ...params, query } }));
        return deliveries.some((each) => each.status === 'delivered' && each.attempts === 2);
      });
    });
  });
}

const parseEvent = (body: string) => JSON.parse(body) as { readonly type: string; readonly data: object };
