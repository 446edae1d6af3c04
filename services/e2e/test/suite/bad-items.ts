import { randomUUID } from 'node:crypto';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { callApi, type System } from '../../src/api';
import { DESKTOP_CHROME } from '../../src/shop';

const DOMAIN = 'items.example';
const URL = `https://${DOMAIN}/`;
const DAY_MS = 86_400_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
/** An object with a field named `__proto__`, as a JSON parser creates it. */
const protoField = (value: unknown): unknown => JSON.parse(`{"__proto__":${JSON.stringify(value)}}`);
const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });
const props = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, n]));

/** Events that both endpoints accept, as changes of a valid event. */
const GOOD_EVENTS: readonly [what: string, fields: object][] = [
  ['a property named __proto__', { props: protoField('x') }],
  ['a property that is null', { props: { plan: null } }],
  ['properties that are null', { props: null }],
  ['no properties', { props: {} }],
  ['optional fields that are null', { referrer: null, time: null, id: null, event_id: null }],
  ['30 properties', { props: props(30) }],
  ['a value of 500 characters', { props: { a: 'ü'.repeat(500) } }],
  ['a value with control characters', { props: { a: 'a\nb' } }],
  ['a value with half of a surrogate pair', { props: { a: 'a\ud83d' } }],
  ['a name of 120 characters', { name: 'ü'.repeat(120) }],
  ['an event of 29 days ago', { time: ago(29 * DAY_MS) }],
  ['a clock that is 4 minutes fast', { time: ago(-240_000) }],
];

/** Events that both endpoints drop: an event of its own, or changes of a valid one, with the field that the drop names. */
const BAD_EVENTS: readonly [what: string, bad: { item: unknown } | { fields: unknown }, field: string][] = [
  ['null', { item: null }, 'event'],
  ['a text', { item: 'signup' }, 'event'],
  ['a number', { item: 7 }, 'event'],
  ['a list', { item: [] }, 'event'],
  ['an empty object', { item: {} }, ''],
  ['a field named __proto__', { fields: protoField(1) }, ''],
  ['a field named constructor', { fields: { constructor: 1 } }, ''],
  ['an unknown field', { fields: { nope: 1 } }, ''],
  ['an unknown field, deeply nested', { fields: { nope: nested(500) } }, ''],
  ['no name', { fields: { name: null } }, 'name'],
  ['an empty name', { fields: { name: ' ' } }, 'name'],
  ['a name of 121 characters', { fields: { name: 'a'.repeat(121) } }, 'name'],
  ['a name with a NUL character', { fields: { name: 'a\0b' } }, 'name'],
  ['a name with half of a surrogate pair', { fields: { name: 'a\ud83d' } }, 'name'],
  ['a name that is a list', { fields: { name: ['signup'] } }, 'name'],
  ['an id that is no UUID', { fields: { id: '7', event_id: '7' } }, ''],
  ['a path instead of a URL', { fields: { url: '/pricing' } }, 'url'],
  ['a URL that is a number', { fields: { url: 7 } }, 'url'],
  ['a long URL', { fields: { url: `${URL}${'a'.repeat(8_192)}` } }, 'url'],
  ['a referrer that is an object', { fields: { referrer: {} } }, 'referrer'],
  ['a long referrer', { fields: { referrer: `${URL}${'a'.repeat(8_192)}` } }, 'referrer'],
  ['a time that is no time', { fields: { time: 'yesterday' } }, 'time'],
  ['a time without a zone', { fields: { time: '2026-11-01T10:00:00' } }, 'time'],
  ['a time in Unix seconds', { fields: { time: 1_795_402_787 } }, 'time'],
  ['a time of 31 days ago', { fields: { time: ago(31 * DAY_MS) } }, 'time'],
  ['a time in two days', { fields: { time: ago(-2 * DAY_MS) } }, 'time'],
  ['properties that are a list', { fields: { props: [] } }, 'props'],
  ['properties that are a text', { fields: { props: 'plan' } }, 'props'],
  ['31 properties', { fields: { props: props(31) } }, 'props'],
  ['a property that is an object', { fields: { props: { a: {} } } }, 'props.a'],
  [
    'a property named __proto__ that is an object',
    { fields: { props: protoField({ a: 1 }) } },
    'props.__proto__',
  ],
  ['a property that is a list', { fields: { props: { a: [1] } } }, 'props.a'],
  ['a property with a space in its key', { fields: { props: { 'a b': 1 } } }, 'props'],
  ['a property of 501 characters', { fields: { props: { a: 'x'.repeat(501) } } }, 'props.a'],
];

interface Site {
  readonly id: number;
  readonly key: string;
}

interface Outcome {
  readonly accepted: number;
  readonly dropped: readonly { readonly index: number; readonly id: string; readonly reason: string }[];
  readonly ids: readonly string[];
}

/** Tests that an invalid item of a call with many is reported and refuses no other, and that both event endpoints agree. */
export function describeBadItems(system: () => System): void {
  describe('among good items', () => {
    let site: Site;
    beforeAll(async () => {
      const { body } = await callApi(system(), 'POST', '/api/v1/sites', { body: { domain: DOMAIN } });
      site = { id: body.id, key: /data-key="([^"]+)"/.exec(body.snippet)?.[1] ?? '' };
    });

    /** Sends events of a server, with one in the middle. */
    const sendServer = async (bad: (good: object) => unknown, count = 1_000): Promise<Outcome> => {
      const good = (n: number) => ({ anonymous_id: `v${n}`, name: 'signup', event_id: randomUUID() });
      const events = withMiddle(count, good, (event) => bad({ ...event, url: URL }));
      const path = `/api/v1/sites/${site.id}/events`;
      const { status, body } = await callApi(system(), 'POST', path, { body: { events } });
      expect({ status, body: status === 202 ? '' : body }).toEqual({ status: 202, body: '' });
      return body;
    };

    /** Sends events of a browser, with one in the middle. */
    const sendBrowser = async (bad: (good: object) => unknown): Promise<Outcome> => {
      const good = () => ({ id: randomUUID(), name: 'signup', url: URL });
      const response = await fetch(`${system().collectUrl}/collect`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': DESKTOP_CHROME },
        body: JSON.stringify({
          ...{ site: site.id, key: site.key, visitor: randomUUID() },
          session: { id: randomUUID(), landing: URL },
          events: withMiddle(100, good, bad),
        }),
      });
      const body = (await response.json()) as Outcome;
      expect({ status: response.status, body: response.ok ? '' : body }).toEqual({ status: 202, body: '' });
      return body;
    };

    /** The receipt of the dropped event of a call. */
    const receiptOf = ({ dropped: [drop] }: Outcome) =>
      waitFor('the receipt', async () => {
        const { body } = await callApi(system(), 'GET', `/api/v1/sites/${site.id}/receipts/${drop?.id}`);
        return body.status === 'unknown' ? undefined : body;
      });

    test.each(GOOD_EVENTS)('%s: both endpoints accept the event', async (_what, fields) => {
      const [server, browser] = await Promise.all([
        sendServer((event) => changed(event, fields, 'id'), 100),
        sendBrowser((event) => changed(event, fields, 'event_id')),
      ]);
      for (const outcome of [server, browser]) expect(outcome).toMatchObject({ accepted: 100, dropped: [] });
    });

    test.each(BAD_EVENTS)(
      '%s: both endpoints drop only this event, with a receipt',
      async (_what, bad, field) => {
        const [server, browser] = await Promise.all([
          sendServer((event) => ('item' in bad ? bad.item : changed(event, bad.fields, 'id'))),
          sendBrowser((event) => ('item' in bad ? bad.item : changed(event, bad.fields, 'event_id'))),
        ]);
        const named = field === '' ? (expect.stringMatching(/./) as string) : field;
        const message = expect.stringMatching(/./) as string;
        const reason = server.dropped[0]?.reason;
        if (field !== 'time') expect(reason).toBe('invalid_event');
        expect(server).toMatchObject({ accepted: 999, dropped: [{ index: 500, field: named, message }] });
        expect(browser).toMatchObject({ accepted: 99, dropped: [{ index: 50, reason }] });
        const receipts = await Promise.all([server, browser].map(receiptOf));
        for (const receipt of receipts)
          expect(receipt).toMatchObject({ status: 'dropped', reason, field: named, message });
      },
    );

    test('payments in bulk: valid rows are recorded, and each other row is reported with its field', async () => {
      const good = (n: number) => ({
        payment_id: `bulk-${n}`,
        user_id: 'u-bulk',
        amount: '1.00',
        currency: 'XPF',
      });
      const nulls = { email: null, type: null, occurred_at: null };
      const bad = BAD_PAYMENTS.map(([row]) => row);
      const payments = [
        ...bad.flatMap((row, n) => [row, { ...good(n), amount: '1', ...nulls }]),
        ...Array.from({ length: 1_000 - 2 * bad.length }, (_, n) => ({ ...good(bad.length + n), amount: 1 })),
      ];
      const { status, body } = await callApi(system(), 'POST', '/api/v1/payments/bulk', {
        body: { payments },
      });
      expect({ status, imported: body.imported, skipped: body.skipped }).toEqual({
        status: 200,
        imported: 1_000 - bad.length,
        skipped: bad.length,
      });
      expect(body.errors).toEqual(
        BAD_PAYMENTS.map(([, field], n) => ({
          index: 2 * n,
          field,
          message: expect.stringMatching(/./) as string,
        })),
      );
      const { body: revenue } = await callApi(system(), 'GET', '/api/v1/revenue?range=1d');
      const recorded = revenue.data.currencies.find((each: { currency: string }) => each.currency === 'XPF');
      expect(recorded).toMatchObject({ payments: 1_000 - bad.length, gross: String(1_000 - bad.length) });
    });

    test('an import: valid rows are stored, and each other row is reported with its line and column', async () => {
      const rows: readonly [row: string, field?: string][] = [
        ['s1,v1,e1,/,1,,2026-03-01 10:00:00'],
        ['s1,v1,e2,/,1,,yesterday', 'created_at'],
        ['s1,v1,e3,/,7,,2026-03-01 10:00:00', 'event_type'],
        ['s1,v1,e4,/,2,,2026-03-01 10:00:00', 'event_name'],
        [',v1,e5,/,1,,2026-03-01 10:00:00', 'session_id'],
        ['s1,v1,e6', 'row'],
        ['s1,,e7,/,2,signup,2026-03-01 10:01:00'],
      ];
      const header = 'session_id,visit_id,event_id,url_path,event_type,event_name,created_at';
      const { body } = await callApi(system(), 'POST', `/api/v1/sites/${site.id}/import?source=umami`, {
        body: [header, ...rows.map(([row]) => row)].join('\n'),
        headers: { 'content-type': 'text/csv' },
      });
      const message = expect.stringMatching(/./) as string;
      const errors = rows.flatMap(([, field], n) =>
        field === undefined ? [] : [{ line: n + 2, field, message }],
      );
      expect(body).toEqual({ taken: 2, refused: errors.length, errors });
    });
  });
}

/** Rows that `POST /payments/bulk` skips, with the field that the error names. */
const BAD_PAYMENTS: readonly [row: unknown, field: string][] = (
  [
    [null, 'row'],
    ['bad', 'row'],
    [7, 'row'],
    [[], 'row'],
    [{}, 'payment_id'],
    [{ payment_id: null }, 'payment_id'],
    [{ payment_id: 'ada@example.com' }, 'payment_id'],
    [{ amount: null }, 'amount'],
    [{ amount: 'one' }, 'amount'],
    [{ amount: '-1' }, 'amount'],
    [{ amount: '1.001' }, 'amount'],
    [{ amount: { value: 1 } }, 'amount'],
    [{ currency: 'EURO' }, 'currency'],
    [{ currency: 'ZZZ' }, 'currency'],
    [{ type: 'gift' }, 'type'],
    [{ user_id: null }, 'email'],
    [{ email: 'ada@example.com' }, 'email'],
    [{ user_id: null, email: 'no address' }, 'email'],
    [{ occurred_at: '2026-02-30T10:00:00Z' }, 'occurred_at'],
    [{ occurred_at: 1_795_402_787 }, 'occurred_at'],
    [{ nope: 1 }, 'nope'],
    [{ nope: nested(500) }, 'row'],
    [protoField(1), 'row'],
  ] as const
).map(([row, field]) => [
  typeof row === 'object' && row !== null && !Array.isArray(row) && Object.keys(row).length > 0
    ? changed({ payment_id: 'bad', user_id: 'u-bulk', amount: '1', currency: 'XPF' }, row)
    : row,
  field,
]);

/** A copy of an object with other values, without the field `omitted`. A field named `__proto__` is one like any other. */
function changed(object: object, fields: unknown, omitted?: string): object {
  const entries = [...Object.entries(object), ...Object.entries(fields as object)];
  return Object.fromEntries(entries.filter(([name]) => name !== omitted));
}

function withMiddle(count: number, good: (n: number) => object, bad: (good: object) => unknown): unknown[] {
  return Array.from({ length: count }, (_, n) => (n === Math.floor(count / 2) ? bad(good(n)) : good(n)));
}
