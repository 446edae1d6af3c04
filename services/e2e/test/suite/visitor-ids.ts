import { waitFor } from '@headwater/kit/testing/wait-for';
import { callApi, type System } from '../../src/api';
import { DESKTOP_CHROME } from '../../src/shop';

const DOMAIN = 'visitor-ids.example';

/** Visitor ids of identity providers, databases and encodings. */
const IDS: readonly string[] = [
  'auth0|5f7c',
  'user|123',
  'a/b',
  'a/../b',
  'a+b=',
  Buffer.from([251, 255, 190, 63]).toString('base64'),
  'a~b',
  'ü',
  'u\u0308', // looks like the previous id
  '用户1',
  '😀',
  'ü'.repeat(128),
  'a b',
  'a,b;"c"',
  "o'hara",
  'a\\b',
  '%41%00',
  '=1+1',
  'a&b',
  '-1',
  '007',
  'null',
  '__proto__',
  '<b>&amp;',
  '${a}',
  'a?b#c',
];

type Row = Readonly<Record<string, unknown>>;

/** Tests that a visitor with any id is the same one at every endpoint. */
export function describeVisitorIds(system: () => System): void {
  describe('a visitor', () => {
    let site: string;
    let browser: { readonly site: number; readonly key: string };
    const post = (path: string, body: object) => callApi(system(), 'POST', path, { body });
    const get = async (path: string) => (await callApi(system(), 'GET', path)).body;

    beforeAll(async () => {
      const { body } = await post('/api/v1/sites', { domain: DOMAIN });
      site = `/api/v1/sites/${body.id}`;
      browser = { site: body.id, key: /data-key="([^"]+)"/.exec(body.snippet)?.[1] ?? '' };
    });

    test.each(IDS.map((id, n) => [id, n] as const))(
      'with the id %j is linked and paid for',
      async (id, n) => {
        const url = `https://${DOMAIN}/?utm_medium=email&utm_source=letter-${n}`;
        const landing = {
          anonymous_id: id,
          name: 'pageview',
          url,
          time: new Date(Date.now() - 60_000).toISOString(),
        };
        expect((await post(`${site}/events`, { events: [landing] })).body).toMatchObject({
          accepted: 1,
          dropped: [],
        });
        const collected = await fetch(`${system().collectUrl}/collect`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'user-agent': DESKTOP_CHROME },
          body: JSON.stringify({ ...browser, visitor: id, session: { id }, event: { name: 'signup', url } }),
        });
        expect(await collected.json()).toMatchObject({ accepted: 1, dropped: [] });

        // On a busy machine, an accepted event is counted after more than a second. Only then, an account is linked immediately.
        await waitFor('the landing', async () => (await get(`${site}/stats?range=2d`)).data.visitors > n);
        const email = `visitor-${n}@ids.example`;
        const linked = { linked: true, channel: 'Email' };
        expect((await post('/api/v1/identify', { anonymous_id: id, email })).body).toEqual({
          ok: true,
          ...linked,
        });
        const payment = { payment_id: `ids-${n}`, email, amount: n + 1, currency: 'XOF' };
        expect((await post('/api/v1/payments', payment)).body).toMatchObject({
          attributed: true,
          channel: 'Email',
        });
        expect((await post('/api/v1/attribution/lookup', { email })).body).toMatchObject({
          ...{ found: true, channel: 'Email', source: `letter-${n}`, visitors: 1, payments: 1 },
        });
      },
    );

    test('of each id counts once in statistics, revenue and exports', async () => {
      const analysis = async () => (await get(`${site}/events/signup?range=2d`)).data;
      await waitFor('all events of browsers', async () => (await analysis()).events >= IDS.length);
      expect(await analysis()).toMatchObject({ events: IDS.length, uniqueVisitors: IDS.length });
      expect((await get(`${site}/stats?range=2d`)).data.visitors).toBe(IDS.length);

      const total = String((IDS.length * (IDS.length + 1)) / 2);
      const revenueBy = async (dimension: string) => {
        const { data: found } = await get(`/api/v1/revenue?range=2d&dimension=${dimension}&limit=500`);
        return found.currencies.find(({ currency }: Row) => currency === 'XOF').breakdown;
      };
      expect(await revenueBy('channel')).toMatchObject([{ key: 'Email', net: total, customers: IDS.length }]);
      const bySource = new Map((await revenueBy('source')).map(({ key, net }: Row) => [key, net]));
      expect(bySource).toEqual(new Map(IDS.map((_, n) => [`letter-${n}`, String(n + 1)])));

      const exported = async (format: string) => {
        const response = await fetch(`${system().apiUrl}${site}/export?range=2d&format=${format}`, {
          headers: { authorization: `Bearer ${system().token}` },
        });
        return (await response.text()).trim().split('\n');
      };
      const rows = (await exported('ndjson')).map((line) => JSON.parse(line) as Row);
      const visitors = new Map<unknown, unknown[]>();
      for (const { visitorId, name } of rows)
        visitors.set(visitorId, [...(visitors.get(visitorId) ?? []), name]);
      expect([...visitors.values()].map((names) => names.sort())).toEqual(
        IDS.map(() => ['pageview', 'signup']),
      );
      const [header = '', ...lines] = await exported('csv');
      const column = header.split(',').indexOf('visitorId');
      const inCsv = lines.map((line) => line.split('","')[column]?.replaceAll('"', ''));
      expect(inCsv).toEqual(rows.map(({ visitorId }) => visitorId));
      for (const visitorId of visitors.keys())
        expect(await get(`${site}/visitors/${String(visitorId)}?range=2d`)).toMatchObject({
          channel: 'Email',
        });
    });

    test('of each id is imported as a visitor of its own', async () => {
      const cells = IDS.map((id, n) => [
        `"${id.replaceAll('"', '""')}"`,
        `e${n}`,
        '/',
        '2026-03-01 10:00:00',
      ]);
      const lines = ['session_id,event_id,url_path,created_at', ...cells.map((row) => row.join(','))];
      const { body } = await callApi(system(), 'POST', `${site}/import?source=umami`, {
        body: lines.join('\n'),
        headers: { 'content-type': 'text/csv' },
      });
      expect(body).toEqual({ taken: IDS.length, refused: 0, errors: [] });
      const stats = await get(`${site}/stats?from=2026-03-01&to=2026-03-01`);
      expect(stats.data).toMatchObject({ visitors: IDS.length, pageviews: IDS.length });
    });
  });
}
