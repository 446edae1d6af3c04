import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { callApi, type System } from '../../src/api';
import { repositoryRoot } from '../../src/child-process';

const DAY_MS = 86_400_000;

/** The date of a past day and of the days around it, UTC. */
const dateOf = (daysLater: number): string =>
  new Date(Date.now() + (daysLater - 3) * DAY_MS).toISOString().slice(0, 10);

/** An example as DEFINITIONS.md writes it: `10:00 /pricing`, `00:10 next day /`, `10:05 signup id=1 session=a`. */
function eventOf(example: string, row: number): object {
  const [, time = '', nextDay, what = '', ...options] =
    /^(\d\d:\d\d)( next day)? (\S+)(?: id=(\d+))?(?: session=(\w+))?$/.exec(example) ?? [];
  const [id, session_id] = options;
  const url = `https://visit-${row}.example${what.startsWith('/') ? what : '/'}`;
  return {
    ...{ anonymous_id: 'visitor', name: what.startsWith('/') ? 'pageview' : what, url },
    time: `${dateOf(nextDay === undefined ? 0 : 1)}T${time}:00Z`,
    ...(id === undefined ? {} : { event_id: `00000000-0000-4000-8000-${id.padStart(12, '0')}` }),
    ...(session_id === undefined ? {} : { session_id }),
  };
}

/** Tests the examples of DEFINITIONS.md. */
export function describeDefinitionsPage(system: () => System): void {
  const page = readFileSync(join(repositoryRoot(), 'services/gateway/DEFINITIONS.md'), 'utf8');
  const part = page.split('<!-- run: visits -->')[1] ?? '';
  const rows = [...part.matchAll(/^\| (.+?) \| (.+?) \| (.+?) \| (.+?) \| (.+?) \| (.+?) \|$/gm)].slice(1);

  test('DEFINITIONS.md has examples', () => {
    expect(rows.length).toBeGreaterThan(11);
  });

  test.each(rows.map(([, ...cells]) => cells as [string, ...string[]]))(
    'the visit %s has the numbers of DEFINITIONS.md',
    async (events, ...expected) => {
      const row = rows.findIndex(([, first]) => first === events);
      const { body: site } = await callApi(system(), 'POST', '/api/v1/sites', {
        body: { domain: `visit-${row}.example` },
      });
      const sent = [...events.matchAll(/`(.+?)`/g)].map(([, example = '']) => eventOf(example, row));
      // In separate calls, which arrive one after the other.
      for (const event of sent)
        await callApi(system(), 'POST', `/api/v1/sites/${site.id}/events`, { body: { events: [event] } });
      const [day = '', ...numbers] = expected;
      const date = dateOf(day === 'next' ? 1 : 0);
      await waitFor(`${events}: ${numbers.join(', ')}`, async () => {
        const path = `/api/v1/sites/${site.id}/stats?from=${date}&to=${date}&dimension=channel`;
        const { data } = (await callApi(system(), 'GET', path)).body;
        const channels = data.breakdown.map(({ key }: { key: string }) => key).join();
        const found = [data.sessions, `${data.bounceRate} %`, `${data.visitDuration} s`, channels].join(', ');
        if (found !== numbers.join(', ')) throw new Error(found);
        return true;
      });
    },
  );
}
