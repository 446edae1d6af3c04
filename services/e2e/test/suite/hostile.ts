import { waitFor } from '@headwater/kit/testing/wait-for';
import { callApi, type System } from '../../src/api';

/** Pieces of known attacks on SQL, shells, templates, formats and parsers. */
const PIECES = [
  "' OR '1'='1",
  "'; DROP TABLE events; --",
  '") OR 1=1 --',
  '`; SELECT sleep(5)',
  'UNION ALL SELECT 1,2,3',
  '/*',
  '*/',
  '--',
  '{name:String}',
  '{site_id:UInt64}',
  '${7*7}',
  '{{7*7}}',
  '%s%s%n',
  '$(id)',
  '`id`',
  '| cat /etc/passwd',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '\\',
  '\\\\',
  "\\'",
  '"',
  "'",
  '\t',
  '\n',
  '\r\nX-Injected: 1',
  '\u0000',
  '\ufeff',
  '\u202e',
  'é',
  'İ',
  'ß',
  '\u{1f4a9}',
  '%00',
  '%27',
  '%2527',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e309',
  '0x1',
  '[]',
  '{}',
  '[object Object]',
  '__proto__',
  'constructor',
  'props.',
  'props.__proto__',
  '(none)',
  '',
  ' ',
  'toString()',
  'A'.repeat(300),
];

/** 500 deterministic strings: each piece alone, then pseudo-random pairs. */
function hostileStrings(): string[] {
  const strings = [...PIECES];
  for (let state = 1; strings.length < 500;) {
    state = (state * 48_271) % 2_147_483_647;
    const first = PIECES[state % PIECES.length] ?? '';
    state = (state * 48_271) % 2_147_483_647;
    strings.push(first + (PIECES[state % PIECES.length] ?? ''));
  }
  return strings;
}

/** Parts of a request that reach a ClickHouse query. */
const PATHS: readonly ((text: string) => string)[] = [
  (text) => `/events/${encodeURIComponent(text) || 'x'}`,
  (text) => `/events/ping?filter[pathname]=${encodeURIComponent(text)}`,
  (text) => `/events/ping?filter[props.${encodeURIComponent(text)}]=1`,
  (text) => `/events/ping?filter[channel][contains]=${encodeURIComponent(text)}`,
  (text) => `/events/ping?dimension=${encodeURIComponent(text)}`,
  (text) => `/events/ping?range=${encodeURIComponent(text)}`,
  (text) => `/events/ping?limit=${encodeURIComponent(text)}`,
  (text) => `/events/ping?grain=${encodeURIComponent(text)}&from=${encodeURIComponent(text)}`,
];

/** Tests that injection strings neither break the server nor change a count. */
export function describeHostileInput(system: () => System): void {
  test('500 injection strings in all parts of a request return a status below 500 and change no count', async () => {
    const created = await callApi(system(), 'POST', '/api/v1/sites', { body: { domain: 'hostile.example' } });
    const site = `/api/v1/sites/${created.body.id}`;
    // Scrubbing would replace long texts.
    expect((await callApi(system(), 'PATCH', site, { body: { scrub: false } })).status).toBe(200);
    const strings = hostileStrings();
    // Each string is also stored as a property and must be returned unchanged. A NUL would make the whole body invalid.
    const stored = strings.filter((text) => !text.includes('\u0000'));
    const events = stored.map((text, index) => ({
      anonymous_id: `visitor-${index}`,
      name: 'ping',
      url: 'https://hostile.example/',
      props: { text },
    }));
    const sent = await callApi(system(), 'POST', `${site}/events`, { body: { events } });
    expect(sent.body).toMatchObject({ accepted: stored.length, dropped: [] });

    const failures: string[] = [];
    const query = async (index: number): Promise<void> => {
      const text = strings[index] ?? '';
      const path = PATHS[index % PATHS.length]?.(text) ?? '';
      const answer = await callApi(system(), 'GET', site + path);
      if (answer.status >= 500) failures.push(`${answer.status} ${path}`);
    };
    for (let start = 0; start < strings.length; start += 8) {
      await Promise.all(
        Array.from({ length: Math.min(8, strings.length - start) }, (_, index) => query(start + index)),
      );
    }
    expect(failures).toEqual([]);

    const path = `${site}/events/ping?range=2d&dimension=props.text&limit=500`;
    const { body } = await waitFor('the events to be counted', async () => {
      const answer = await callApi(system(), 'GET', path);
      return answer.body.data.events === stored.length && answer;
    });
    const keys: string[] = body.data.breakdown.map((row: { key: string }) => row.key);
    // Breakdowns omit empty values and the reserved unknown value.
    expect(new Set(keys)).toEqual(new Set(stored.filter((text) => text !== '' && text !== '(none)')));
  }, 120_000);
}
