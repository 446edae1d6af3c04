import { request as httpRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { failure } from '@headwater/protos/error-codes';
import type { ImportRowsRequest__Output } from '@headwater/protos/gen/headwater/collector/v1/ImportRowsRequest';
import type { Handlers } from '@headwater/kit/rpc/types';
import type { CollectorDefinition } from '@headwater/protos/services';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let path: string;
beforeAll(async () => {
  gateway = await startGateway();
  const { body } = await gateway.request('POST', '/api/v1/sites', { json: { domain: 'import.example' } });
  path = `/api/v1/sites/${String(body['id'])}/import`;
});
afterAll(() => gateway.stop());
const usually = () => Reflect.deleteProperty(gateway.standIns.collector.overrides, 'ImportRows');
beforeEach(() => {
  gateway.standIns.collector.calls.length = 0;
  usually();
});

/** Lets the stand-in handle batches this way until the next test. */
const importing = (ImportRows: Handlers<CollectorDefinition>['ImportRows']) =>
  Object.assign(gateway.standIns.collector.overrides, { ImportRows });

const CSV = { 'content-type': 'text/csv' };
const post = (raw: string | Uint8Array, query = '?source=umami', headers: Record<string, string> = CSV) =>
  gateway.request('POST', `${path}${query}`, { raw, headers });
const received = () =>
  gateway.standIns.collector.calls.map(({ request }) => request as ImportRowsRequest__Output);

/** Sends chunks on demand, without a Content-Length. */
async function stream(pieces: AsyncIterable<string> | Iterable<string>, query = '?source=umami') {
  const request = httpRequest(`${gateway.origin}${path}${query}`, {
    method: 'POST',
    headers: { ...CSV, authorization: `Bearer ${gateway.ours.token}` },
  });
  Readable.from(pieces).pipe(request);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const text = (await response.setEncoding('utf8').toArray()).join('');
  return { status: response.statusCode, body: JSON.parse(text) as Record<string, unknown> };
}

describe('an import over HTTP', () => {
  it('forwards rows as defined by RFC 4180, and returns a report', async () => {
    const file = '\ufeffevent_id,"url path"\r\n1,"a, ""b""\nc"\r\n\r\nbad,/\r\n3,ä';
    const { status, body } = await post(file);
    expect({ status, body }).toEqual({
      status: 200,
      body: { taken: 2, refused: 1, errors: [{ line: 5, field: 'row', message: 'It is bad.' }] },
    });
    expect(received()).toEqual([
      expect.objectContaining({
        domain: 'import.example',
        source: 'umami',
        columns: ['event_id', 'url path'],
        rows: [
          { line: 3, cells: ['1', 'a, "b"\nc'] },
          { line: 5, cells: ['bad', '/'] },
          { line: 6, cells: ['3', 'ä'] },
        ],
      }),
    ]);
    expect(gateway.standIns.collector.calls[0]?.workspaceId).toBe(gateway.ours.workspaceId);
  });

  it('forwards a long file in batches while it arrives', async () => {
    let sent = 0;
    const lines = function* () {
      yield 'event_id\n';
      for (; sent < 12_000; sent++) yield `${sent}\n`;
    };
    const seen: number[] = [];
    importing(({ rows }) => {
      seen.push(rows.length);
      return Promise.resolve({ taken: rows.length, refused: 0, refusals: [] });
    });
    expect(await stream(lines())).toEqual({ status: 200, body: { taken: 12_000, refused: 0, errors: [] } });
    expect(seen).toEqual([5_000, 5_000, 2_000]);
  });

  it('reads no further than it has stored', async () => {
    let sent = 0;
    const line = `${'x'.repeat(60_000)}\n`;
    const lines = function* () {
      yield 'event_id\n';
      for (; sent < 400; sent++) yield line;
    };
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    importing(async ({ rows }) => {
      await held;
      return { taken: rows.length, refused: 0, refusals: [] };
    });
    const answer = stream(lines());
    await waitFor('the first batch', () => received().length > 0);
    await waitFor('the sender to be held up', async () => {
      const before = sent;
      for (let tick = 0; tick < 500; tick++) await new Promise(setImmediate);
      return sent === before;
    });
    // 24 MB in total; a batch and the buffers of the connection hold far less.
    expect(sent).toBeLessThan(300);
    release();
    expect((await answer).body).toMatchObject({ taken: 400 });
  });

  it('returns the line to resume from after a failure, and resumes there', async () => {
    const file = `event_id\n${Array.from({ length: 5_500 }, (_, n) => n).join('\n')}\n`;
    importing(({ rows }) => {
      if (rows[0]?.cells[0] !== '0') throw failure('upstream_unavailable', 'No.', { retryAfterSeconds: 5 });
      return Promise.resolve({ taken: rows.length, refused: 0, refusals: [] });
    });
    const broken = await post(file);
    expect({ status: broken.status, detail: broken.body['detail'] }).toEqual({
      status: 503,
      detail: 'No. Rows up to line 5001 are stored. Send the same file again, or resume with afterLine=5001.',
    });
    expect(broken.headers.get('retry-after')).toBe('5');
    usually();
    gateway.standIns.collector.calls.length = 0;
    expect((await post(file, '?source=umami&afterLine=5001')).body['taken']).toBe(500);
    expect(received()[0]?.rows[0]).toEqual({ line: 5_002, cells: ['5000'] });
  });

  it('returns the invalid line of a file, and the line to resume from with the fixed file', async () => {
    const rows = Array.from({ length: 12_000 }, (_, n) => `${n}\n`);
    const broken = await post(`event_id\n${rows.with(7_000, '"7000\n').join('')}`);
    expect({ status: broken.status, detail: broken.body['detail'] }).toEqual({
      status: 400,
      detail:
        'The file is not valid CSV: the row after line 7001 has misplaced quotes. ' +
        'Rows up to line 5001 are stored. Fix the file and send it again, or resume with afterLine=5001.',
    });
    gateway.standIns.collector.calls.length = 0;
    const fixed = await post(`event_id\n${rows.join('')}`, '?source=umami&afterLine=5001');
    expect(fixed.body).toMatchObject({ taken: 7_000, refused: 0 });
    expect(received()[0]?.rows[0]).toEqual({ line: 5_002, cells: ['5000'] });
  });

  it('names the row before an invalid one, also if valid rows arrived in the same chunk', async () => {
    const broken = await post('event_id\n1\n2\n"3"3\n4\n');
    expect(broken.body['detail']).toBe(
      'The file is not valid CSV: the row after line 3 has misplaced quotes.',
    );
    expect(received()).toEqual([]);
  });

  it.each([
    ['only a header line', 'event_id\n'],
    ['a header line without an end', 'event_id'],
    ['a JSON object', '{}'],
  ])('answers 400 to %s, once the collector has accepted the columns', async (_what, file) => {
    const { status, body } = await post(file);
    expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'invalid_request' });
    expect(body['detail']).toContain('a CSV file whose first line names the columns');
    expect(received()).toEqual([expect.objectContaining({ rows: [] })]);
  });

  it('names the expected columns for a file with only a wrong header line', async () => {
    importing(() => {
      throw failure('invalid_request', 'It lacks the columns event_id, created_at.');
    });
    const { status, body } = await post('a,b\n');
    expect({ status, detail: body['detail'] }).toEqual({
      status: 400,
      detail: 'It lacks the columns event_id, created_at.',
    });
  });

  it('answers 200 if afterLine is the last line of the file', async () => {
    const { status, body } = await post('event_id\n1\n', '?source=umami&afterLine=2');
    expect({ status, body }).toEqual({ status: 200, body: { taken: 0, refused: 0, errors: [] } });
  });

  it.each([
    ['no file', ''],
    ['a JSON list', '[{"event_id":1}]'],
    ['an open quote', 'event_id\n"1\n2\n'],
    ['a quote inside a cell', 'event_id\n1"2\n'],
    ['a row without an end', `event_id\n"${'x'.repeat(200_000)}`],
    ['a header of 1,001 columns', `event_id${',a'.repeat(1_000)}\n1\n`],
    ['a header of commas', ','.repeat(3_000_000)],
    ['a row of commas', `event_id\n${','.repeat(1_000_000)}\n1\n`],
    ['a row of commas and quoted line ends', `event_id\n${`"\n"${','.repeat(60_000)}`.repeat(20)}\n`],
  ])('answers 400 to %s', async (_what, file) => {
    const { status, body } = await post(file);
    expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'invalid_request' });
    expect(received()).toEqual([]);
  });

  it.each([
    '',
    '?source=matomo',
    '?source=umami&afterLine=0',
    '?source=umami&afterLine=x',
    '?source=umami&x=1',
  ])('answers 400 to the query %s', async (query) =>
    expect((await post('event_id\n1\n', query)).status).toBe(400),
  );

  it.each([
    [{ 'content-type': 'application/json' }],
    [{ 'content-type': 'text/csvx' }],
    [{ 'content-type': 'text/csv; charset=latin1' }],
    [{ ...CSV, 'content-encoding': 'gzip' }],
  ])('answers 415 to %j', async (headers) =>
    expect((await post('event_id\n', '?source=umami', headers)).status).toBe(415),
  );

  it.each(['text/csv', 'text/csv; charset=utf-8; header=present', 'Text/CSV;header=present;charset="UTF-8"'])(
    'accepts %s',
    async (type) =>
      expect((await post('event_id\n1\n', '?source=plausible', { 'content-type': type })).status).toBe(200),
  );

  it('rejects a file with too large a Content-Length before reading it', async () => {
    const request = httpRequest(`${gateway.origin}${path}?source=umami`, {
      method: 'POST',
      headers: {
        ...CSV,
        authorization: `Bearer ${gateway.ours.token}`,
        'content-length': 1_073_741_825,
      },
    });
    request.on('error', () => undefined).write('event_id\n');
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(413);
    request.destroy();
  });

  it('returns the report of the first import to a repeat with its Idempotency-Key', async () => {
    const keyed = { ...CSV, 'idempotency-key': 'import-1' };
    const first = await post('event_id\n1\nbad\n', '?source=umami', keyed);
    const repeat = await post('event_id\n1\nbad\n', '?source=umami', keyed);
    expect(repeat.headers.get('idempotent-replayed')).toBe('true');
    expect(repeat.body).toEqual(first.body);
    expect(received()).toHaveLength(1);
    // Another file, other parameters, and a file that begins like the first one.
    for (const [file, query] of [
      ['event_id\n2\n', '?source=umami'],
      ['event_id\n1\nbad\n', '?source=plausible'],
      [`event_id\n1\nbad\n${'x\n'.repeat(100_000)}`, '?source=umami'],
    ] as const) {
      const { status, body } = await post(file, query, keyed);
      expect({ status, code: body['code'] }).toEqual({ status: 422, code: 'idempotency_key_reused' });
    }
    expect(received()).toHaveLength(1);
  });

  it.each([
    ['is refused', failure('invalid_request', 'No.'), 400],
    ['is lost', failure('upstream_unavailable', 'Down.'), 503],
  ])('runs again with the same Idempotency-Key after an import that %s', async (what, thrown, status) => {
    const keyed = { ...CSV, 'idempotency-key': `import that ${what}`.replaceAll(' ', '-') };
    importing(() => {
      throw thrown;
    });
    expect((await post('event_id\n1\n', '?source=umami', keyed)).status).toBe(status);
    usually();
    const fixed = await post('event_id\n2\n', '?source=umami', keyed);
    expect(fixed.body).toEqual({ taken: 1, refused: 0, errors: [] });
    expect(fixed.headers.get('idempotent-replayed')).toBeNull();
  });

  it('frees its Idempotency-Key if the sender disconnects within the file', async () => {
    const keyed = { ...CSV, 'idempotency-key': 'import-cut' };
    const cut = httpRequest(`${gateway.origin}${path}?source=umami`, {
      method: 'POST',
      headers: { ...keyed, authorization: `Bearer ${gateway.ours.token}` },
    });
    cut.on('error', () => undefined).write(`event_id\n${'1\n'.repeat(6_000)}`);
    await waitFor('the first batch', () => received().length > 0);
    cut.destroy();
    await waitFor('the key to be free', async () => {
      const { status, body } = await post('event_id\n1\n', '?source=umami', keyed);
      return status === 200 && body['taken'] === 1;
    });
  });

  it('has its own budget and appears in the audit log', async () => {
    const answer = await post('event_id\n1\n');
    expect(answer.headers.get('ratelimit-policy')).toBe('"import";q=100000;w=60');
    const { body } = await gateway.request('GET', '/api/v1/audit?limit=1');
    expect(body['entries']).toEqual([
      expect.objectContaining({ action: 'importSite', outcome: 'done', siteId: Number(path.split('/')[4]) }),
    ]);
  });
});
