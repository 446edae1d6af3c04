import {
  browserRequest,
  importedRow,
  serverEvent,
  type Call,
  type Site,
} from '@headwater/eventstore/testing/visitor-facts';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { callApi, type System } from '../../src/api';

/** The max wait for an accepted call. Other programs may use the machine, too. */
export const PATIENCE_MS = 300_000;

async function send(
  entries: readonly System[],
  site: Site,
  { endpoint, entry, arrivals }: Call,
): Promise<void> {
  const to = entries[entry] as System;
  const conflicts = arrivals.filter(({ conflict }) => conflict).length;
  switch (endpoint) {
    case 'browser':
      await Promise.all(
        arrivals.map(async (arrival) => {
          // On a busy machine, the site key cannot be checked in time. The browser retries.
          const response = await waitFor(
            'the event',
            async () => {
              const { headers, body } = browserRequest(site, arrival);
              const answer = await fetch(`${to.collectUrl}/collect`, {
                method: 'POST',
                headers: { 'content-type': 'text/plain', ...headers },
                body: JSON.stringify(body),
              });
              return answer.status === 503 ? undefined : answer;
            },
            PATIENCE_MS,
          );
          expect(await response.json()).toMatchObject({ accepted: 1 });
        }),
      );
      break;
    case 'server': {
      const events = arrivals.map((arrival) => serverEvent(site, arrival));
      // On a busy machine, a call can fail without a known outcome. The client retries.
      const body = await waitFor(
        'the events',
        async () => {
          const answer = await callApi(to, 'POST', `/api/v1/sites/${site.id}/events`, { body: { events } });
          return answer.status >= 503 ? undefined : (answer.body as { dropped: unknown[] });
        },
        PATIENCE_MS,
      );
      expect(body.dropped).toHaveLength(conflicts);
      for (const dropped of body.dropped)
        expect(dropped).toMatchObject({ reason: 'duplicate', field: 'event_id' });
      break;
    }
    case 'import': {
      const rows = arrivals.map((arrival) => importedRow(site, arrival));
      const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
      const file = lines.map((cells) => `${cells.join()}\n`).join('');
      // Concurrent imports of the same visitors may exceed the max corrections. The client retries.
      const body = await waitFor(
        'the import',
        async () => {
          const answer = await callApi(to, 'POST', `/api/v1/sites/${site.id}/import?source=umami`, {
            ...{ body: file, headers: { 'content-type': 'text/csv' } },
          });
          return answer.status === 503 ? undefined : (answer.body as object);
        },
        PATIENCE_MS,
      );
      expect(body).toMatchObject({ taken: arrivals.length - conflicts, refused: conflicts });
    }
  }
}

/** Sends the calls of each step concurrently. */
export async function sendAll(
  entries: readonly System[],
  site: Site,
  steps: readonly (readonly Call[])[],
): Promise<void> {
  for (const calls of steps) await Promise.all(calls.map((call) => send(entries, site, call)));
}
