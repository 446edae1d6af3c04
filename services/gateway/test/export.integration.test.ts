import { request as httpRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { failure } from '@headwater/protos/error-codes';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let site: string;
beforeAll(async () => {
  gateway = await startGateway({ EXPORT_DEADLINE_MS: '60000' });
  const { body } = await gateway.request('POST', '/api/v1/sites', {
    json: { domain: 'export.example', timezone: 'Europe/Berlin' },
  });
  site = `/api/v1/sites/${String(body['id'])}`;
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.standIns.analytics.calls.length = 0;
  Reflect.deleteProperty(gateway.standIns.analytics.overrides, 'ExportEvents');
});

/** Lets the stand-in export these chunks until the next test. */
const exporting = (ExportEvents: () => AsyncGenerator<{ data: Buffer }>) =>
  Object.assign(gateway.standIns.analytics.overrides, { ExportEvents });

const received = () => gateway.standIns.analytics.calls[0];
const authorization = () => `Bearer ${gateway.ours.token}`;
const download = (path: string, init: RequestInit = {}) =>
  fetch(`${gateway.origin}${path}`, { ...init, headers: { authorization: authorization() } });

/** Starts a download that the test reads explicitly. */
async function begin(path: string): Promise<IncomingMessage> {
  const request = httpRequest(`${gateway.origin}${path}`, { headers: { authorization: authorization() } });
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

describe('an export over HTTP', () => {
  it('is a CSV file of all events by default', async () => {
    const response = await download(`${site}/export`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="site-\d+-events\.csv"$/,
    );
    expect(await response.text()).toBe('events as csv for a key of 32 bytes\nand more\n');
  });

  it('forwards every parameter', async () => {
    const query =
      'type=pageviews&format=ndjson&from=2026-10-03&to=2026-11-01&timezone=Asia/Kolkata&filter[country]=DE';
    const response = await download(`${site}/export?${query}`);
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    await response.text();
    expect(received()?.request).toMatchObject({
      type: 'pageviews',
      format: 'ndjson',
      question: {
        timezone: 'Asia/Kolkata',
        from: '2026-10-03',
        to: '2026-11-01',
        filters: [{ key: 'country', operator: 'is', value: 'DE' }],
      },
    });
  });

  it.each([
    'type=visitors',
    'format=xlsx',
    'grain=day',
    'limit=1',
    'filter[colour]=red',
    'range=7d&range=8d',
  ])('answers 400 to ?%s with a problem, not with a file', async (query) => {
    expect((await gateway.request('GET', `${site}/export?${query}`)).status).toBe(400);
  });

  it('answers HEAD without the file', async () => {
    const response = await download(`${site}/export`, { method: 'HEAD' });
    expect({ status: response.status, text: await response.text() }).toEqual({ status: 200, text: '' });
  });

  it('derives stable pseudonyms with a key per workspace', async () => {
    const keys: string[] = [];
    for (const token of [gateway.ours.token, gateway.ours.token, (await gateway.newTenant('others')).token]) {
      const headers = { authorization: `Bearer ${token}` };
      const made = await gateway.request('POST', '/api/v1/sites', {
        token,
        json: { domain: 'keys.example' },
      });
      gateway.standIns.analytics.calls.length = 0;
      await (
        await fetch(`${gateway.origin}/api/v1/sites/${String(made.body['id'])}/export`, { headers })
      ).text();
      keys.push((received()?.request as { visitorKey: Buffer }).visitorKey.toString('hex'));
    }
    expect(keys[0]).toBe(keys[1]);
    expect(keys[0]).not.toBe(keys[2]);
  });

  it('is aborted, not ended, if it fails midway', async () => {
    exporting(async function* () {
      yield await Promise.resolve({ data: Buffer.from('first\n') });
      throw failure('query_too_heavy', 'Too much.');
    });
    const response = await download(`${site}/export`);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow(/terminated|aborted/);
  });

  it('waits for a slow client, and cancels the call when the client disconnects', async () => {
    let [pieces, closed] = [0, false];
    exporting(async function* () {
      try {
        for (;;) {
          pieces += 1;
          yield await Promise.resolve({ data: Buffer.alloc(65_536, 'x') });
        }
      } finally {
        closed = true;
      }
    });
    const response = await begin(`${site}/export`);
    await waitFor('the export to wait for its reader', async () => {
      const before = pieces;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return pieces === before;
    });
    // No more than the buffers of two connections and of the streams in three processes hold.
    expect(pieces).toBeLessThan(2_000);
    expect(closed).toBe(false);
    response.destroy();
    await waitFor('the call to end', () => closed);
    expect(received()?.signal.aborted).toBe(true);
  });
});

describe('an export during an erasure', () => {
  const identity = () => gateway.standIns.identity;
  const phases = () =>
    identity()
      .calls.filter(({ method }) => method === 'TrackExport')
      .map(({ request }) => (request as { phase: string }).phase);
  beforeEach(() => (identity().calls.length = 0));
  afterEach(() => Reflect.deleteProperty(identity().overrides, 'TrackExport'));

  it('is tracked from before its first event until its end', async () => {
    let begun: readonly string[] = [];
    exporting(async function* () {
      begun = phases();
      yield await Promise.resolve({ data: Buffer.from('event\n') });
    });
    await (await download(`${site}/export`)).text();
    await waitFor('the end', () => phases().includes('end'));
    expect(begun).toEqual(['begin']);
  });

  it('is closed when the erasure cuts it, although its reader is slow', async () => {
    exporting(async function* () {
      for (;;) yield await Promise.resolve({ data: Buffer.alloc(65_536, 'x') });
    });
    const response = await begin(`${site}/export`);
    const isCut = ({ phase }: { phase: string }) => Promise.resolve({ isCut: phase === 'renew' });
    Object.assign(identity().overrides, { TrackExport: isCut });
    await waitFor('the end', () => phases().includes('end'));
    const read = async () => {
      for await (const _ of response);
    };
    await expect(read()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(received()?.signal.aborted).toBe(true);
  });

  it('fails with 503 before its first event while identity is unavailable', async () => {
    const down = () => Promise.reject(failure('upstream_unavailable', 'down'));
    Object.assign(identity().overrides, { TrackExport: down });
    expect((await gateway.request('GET', `${site}/export`)).status).toBe(503);
    expect(received()).toBeUndefined();
  });
});

describe('one visitor over HTTP', () => {
  const visitorId = 'f'.repeat(32);

  it('is returned with sessions and events', async () => {
    const { status, body } = await gateway.request('GET', `${site}/visitors/${visitorId}?range=7d`);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        visitorId,
        firstSeenAt: '2026-11-01T11:59:59.123Z',
        lastSeenAt: '2026-11-01T12:00:00.123Z',
        channel: 'Email',
        sessions: [
          {
            startedAt: '2026-11-01T11:59:59.123Z',
            channel: 'Email',
            source: null,
            landing: null,
            device: null,
            country: null,
            region: null,
            events: [
              { time: '2026-11-01T11:59:59.123Z', name: 'signup', pathname: '/join', props: { plan: 'pro' } },
            ],
          },
        ],
        olderEvents: 0,
      },
    });
    expect(received()?.request).toMatchObject({ visitorId, question: { range: '7d' } });
  });

  it('is 404 for an unknown id', async () => {
    const { status, body } = await gateway.request('GET', `${site}/visitors/1`);
    expect({ status, code: body['code'] }).toEqual({ status: 404, code: 'visitor_not_found' });
  });

  it('cannot be listed', async () => {
    expect((await gateway.request('GET', `${site}/visitors`)).status).toBe(404);
  });
});
