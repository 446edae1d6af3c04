import { callApi } from '../api';
import type { System } from '../system';

const COLUMNS = 'session_id,visit_id,event_id,url_path,referrer_domain,event_type,event_name,created_at';
const DAY = '2026-03-02';
const WINDOW = `from=${DAY}&to=${DAY}&timezone=UTC`;

/** A site moves here with its past, and a client that keeps answers is told when that past changes. */
export function describeImports(system: () => System): void {
  describe('a site that moves here', () => {
    let site: string;
    const importing = (source: string, lines: readonly string[]) =>
      callApi(system(), 'POST', `${site}/import?source=${source}`, {
        body: `${lines.join('\n')}\n`,
        headers: { 'content-type': 'text/csv' },
      });
    const stats = (query = '', headers: Record<string, string> = {}) =>
      callApi(system(), 'GET', `${site}/stats?${WINDOW}${query}`, { headers });
    const pageview = (visitor: number) =>
      `s${visitor},v${visitor},e${visitor},/pricing,www.google.com,1,,${DAY} 10:00:00`;

    beforeAll(async () => {
      const made = await callApi(system(), 'POST', '/api/v1/sites', { body: { domain: 'moved.example' } });
      site = `/api/v1/sites/${made.body.id}`;
    });

    test("brings Umami's events, each once", async () => {
      const file = [COLUMNS, pageview(1), `s1,v1,e9,/pricing,,2,signup,${DAY} 10:04:00`, pageview(2)];
      for (let times = 0; times < 2; times++)
        expect(await importing('umami', file)).toMatchObject({
          status: 200,
          body: { taken: 3, refused: 0, errors: [] },
        });
      const { body } = await stats('&dimension=channel');
      expect(body.data).toMatchObject({
        visitors: 2,
        sessions: 2,
        pageviews: 2,
        bounceRate: 50,
        visitDuration: 120,
        breakdown: [{ key: 'Organic Search', visitors: 2 }],
      });
      const signups = await callApi(system(), 'GET', `${site}/events/signup?${WINDOW}`);
      expect(signups.body.data).toMatchObject({ events: 1, uniqueVisitors: 1 });
    });

    test('is told by an ETag whether a past day is as it was, however late an event of it comes', async () => {
      const first = await stats();
      const kept = { 'if-none-match': first.headers.get('etag') ?? '' };
      expect(await stats('', kept)).toMatchObject({ status: 304, body: undefined });
      await importing('umami', [COLUMNS, pageview(3)]);
      const late = await stats('', kept);
      expect(late).toMatchObject({ status: 200, body: { data: { visitors: 3, pageviews: 3 } } });
      expect(late.headers.get('etag')).not.toBe(first.headers.get('etag'));
    });

    test("shows Plausible's days beside the exact numbers", async () => {
      const days = [
        '"date","visitors","pageviews","bounces","visits","visit_duration"',
        `"${DAY}",30,90,10,40,400`,
      ];
      expect((await importing('plausible', days)).body).toEqual({ taken: 1, refused: 0, errors: [] });
      const { body } = await stats('&include=imported');
      expect(body.data).toMatchObject({
        visitors: 3,
        imported: {
          days: 1,
          dailyVisitors: 30,
          sessions: 40,
          pageviews: 90,
          bounceRate: 25,
          visitDuration: 10,
        },
      });
    });
  });
}
