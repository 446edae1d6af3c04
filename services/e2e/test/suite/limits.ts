import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { answerOf } from '@headwater/client/client';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { clientOf } from '../../src/api';
import type { ProcessSystem } from '../../src/start-processes';

const DAY_MS = 86_400_000;
/** Below the row limit of analytics; two days exceed it. */
const EVENTS_OF_A_DAY = 150_000;

/** Tests the row limit of a query, and that queries end when the client disconnects. */
export function describeLimits(system: () => ProcessSystem): void {
  const days = [3, 2].map((ago) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10));
  const [first = '', second = ''] = days;
  let site = 0;
  const read = (path: string): Promise<Response> =>
    fetch(`${system().apiUrl}/api/v1/sites/${site}/${path}`, {
      headers: { authorization: `Bearer ${system().token}` },
    });

  describe('the cost of a query', () => {
    beforeAll(async () => {
      const api = clientOf(system());
      site = (await answerOf(api.POST('/api/v1/sites', { body: { domain: 'heavy.example' } }))).id;
      const params = { path: { id: site } };
      const events = [{ anonymous_id: 'somebody', name: 'signup', props: { pad: 'x'.repeat(300) } }];
      await answerOf(api.POST('/api/v1/sites/{id}/events', { params, body: { events } }));
      await waitFor('the event to be stored', async () =>
        Number(await system().queryClickhouse(`SELECT count() FROM events WHERE site_id = ${site}`)),
      );
      for (const day of days)
        await system().queryClickhouse(
          `INSERT INTO events SELECT one.* REPLACE (generateUUIDv4() AS event_id,
             toDateTime64('${day} 00:00:00', 3, 'UTC') + n.number / 2 AS ts)
           FROM (SELECT * FROM events WHERE site_id = ${site} LIMIT 1) AS one, numbers(${EVENTS_OF_A_DAY}) AS n`,
        );
    }, 120_000);

    test('is limited: a query above the row limit fails with a hint, and a shorter time range works', async () => {
      const heavy = await read(`events/signup?from=${first}&to=${second}`);
      expect(heavy.status).toBe(422);
      expect(heavy.headers.get('content-type')).toBe('application/problem+json');
      expect(await heavy.json()).toMatchObject({
        code: 'query_too_heavy',
        detail: expect.stringMatching(/shorter window/) as unknown,
      });
      const lighter = await read(`events/signup?from=${second}&to=${second}`);
      expect(await lighter.json()).toMatchObject({ data: { events: EVENTS_OF_A_DAY, uniqueVisitors: 1 } });
    }, 60_000);

    test('ends when the client closes its connection', async () => {
      const exports = () =>
        system().queryClickhouse(
          `SELECT count() FROM system.processes
           WHERE current_database = currentDatabase() AND query LIKE '%ORDER BY ts ASC%' AND query NOT LIKE '%system.processes%'`,
        );
      const url = `${system().apiUrl}/api/v1/sites/${site}/export?from=${second}&to=${second}&format=ndjson`;
      const request = httpRequest(url, { headers: { authorization: `Bearer ${system().token}` } });
      request.end();
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      expect(response.statusCode).toBe(200);
      // The client reads nothing, so that ClickHouse cannot finish the response.
      await waitFor('the export to run', async () => Number(await exports()) === 1);
      response.destroy();
      await waitFor('the export to end', async () => Number(await exports()) === 0);
    }, 60_000);
  });
}
