import { callApi, type System } from '../../src/api';

const COLUMNS = 'session_id,visit_id,event_id,url_path,referrer_domain,event_type,event_name,created_at';
const DAY = '2026-03-02';
/** Enough rows for several calls to the collector. */
const ROWS = 21_000;
const WINDOW = `from=${DAY}&to=${DAY}&timezone=UTC`;

/** Tests imports of Umami and Plausible, and the ETag of the changed days. */
export function describeImports(system: () => System): void {
  describe('an import', () => {
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

    test("stores Umami's events once, with their properties", async () => {
      const properties = ['event_id,data_key,string_value,number_value,data_type', 'e9,seats,3.0000,3,2'];
      expect((await importing('umami', properties)).body).toEqual({ taken: 1, refused: 0, errors: [] });
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
      const signups = await callApi(system(), 'GET', `${site}/events/signup?${WINDOW}&dimension=props.seats`);
      expect(signups.body.data).toMatchObject({
        events: 1,
        uniqueVisitors: 1,
        breakdown: [{ key: '3', events: 1 }],
      });
      // Repeated imports are not counted as duplicates.
      const quality = await callApi(system(), 'GET', `${site}/traffic-quality?${WINDOW}`);
      expect(quality.body.data).toMatchObject({ accepted: 3, duplicates: 0 });
    });

    test('streams a long file without a content length, in many batches', async () => {
      // Each visit belongs to one visitor.
      const row = (n: number): string =>
        `s${n % 900},v${n % 3_600},long${n},/page/${n % 50},,1,,2026-03-05 ${String(n % 24).padStart(2, '0')}:00:00\n`;
      const pieces = function* () {
        yield `${COLUMNS}\n`;
        for (let n = 0; n < ROWS; n += 100)
          yield Array.from({ length: 100 }, (_, more) => row(n + more)).join('');
      };
      const response = await fetch(`${system().apiUrl}${site}/import?source=umami`, {
        method: 'POST',
        body: ReadableStream.from(pieces()).pipeThrough(new TextEncoderStream()),
        headers: { authorization: `Bearer ${system().token}`, 'content-type': 'text/csv' },
        duplex: 'half',
      });
      expect(await response.json()).toEqual({ taken: ROWS, refused: 0, errors: [] });
      const day = 'from=2026-03-05&to=2026-03-05&timezone=UTC';
      const { body } = await callApi(system(), 'GET', `${site}/stats?${day}`);
      expect(body.data).toMatchObject({ visitors: 900, sessions: 3_600, pageviews: ROWS });
    });

    test('changes the ETag of a past day', async () => {
      const first = await stats();
      const condition = { 'if-none-match': first.headers.get('etag') ?? '' };
      expect(await stats('', condition)).toMatchObject({ status: 304, body: undefined });
      await importing('umami', [COLUMNS, pageview(3)]);
      const late = await stats('', condition);
      expect(late).toMatchObject({ status: 200, body: { data: { visitors: 3, pageviews: 3 } } });
      expect(late.headers.get('etag')).not.toBe(first.headers.get('etag'));
    });

    test("adds Plausible's daily totals next to the exact numbers", async () => {
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
