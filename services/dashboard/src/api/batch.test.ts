import { fetchTogether } from './batch';

interface Sent {
  /** The path of a request that was sent alone, or the paths of a batch. */
  readonly paths: string | readonly string[];
  readonly signal: AbortSignal | undefined;
  readonly respond: (response: Response) => void;
}

const ORIGIN = 'https://headwater.example';
const { fetch: plainFetch } = globalThis;
let sent: Sent[];
beforeEach(() => {
  sent = [];
  Object.assign(globalThis, {
    location: { origin: ORIGIN },
    fetch: (target: Request | string, init?: RequestInit) =>
      new Promise<Response>((respond, reject) => {
        const signal = typeof target === 'string' ? (init?.signal ?? undefined) : target.signal;
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
        const { requests } = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as {
          requests?: { path: string }[];
        };
        const alone = typeof target === 'string' ? target : target.url.slice(ORIGIN.length);
        sent.push({ paths: requests?.map(({ path }) => path) ?? alone, signal, respond });
      }),
  });
});
afterAll(() => {
  Object.assign(globalThis, { fetch: plainFetch });
  Reflect.deleteProperty(globalThis, 'location');
});

const endOfTask = () => new Promise((resolve) => setTimeout(resolve, 5));
const read = (path: string, init: RequestInit = {}) => fetchTogether(new Request(`${ORIGIN}${path}`, init));
const line = (index: number, status = 200) => `${JSON.stringify({ index, status, body: { index } })}\n`;

/** A response whose lines arrive one by one. */
function linesResponse() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (opened) => void (controller = opened) });
  return {
    response: new Response(body),
    send: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
    end: () => controller?.close(),
  };
}

it('sends the reads of a task together, and all other requests alone', async () => {
  void read('/api/v1/sites');
  void read('/api/v1/sites/1/stats?range=7d');
  void read('/api/v1/tokens', { method: 'POST' });
  void read('/dashboard/session');
  await endOfTask();
  void read('/api/v1/sites/2');
  await endOfTask();
  expect(sent.map(({ paths }) => paths)).toEqual([
    '/api/v1/tokens',
    '/dashboard/session',
    ['/api/v1/sites', '/api/v1/sites/1/stats?range=7d'],
    '/api/v1/sites/2',
  ]);
});

it('sends at most twenty reads together', async () => {
  for (let index = 0; index < 41; index++) void read(`/api/v1/sites/${index}`);
  await endOfTask();
  expect(sent.map(({ paths }) => paths.length)).toEqual([20, 20, '/api/v1/sites/40'.length]);
});

it('returns each response when its line arrives, also in parts', async () => {
  const [first, second] = [read('/api/v1/sites/0'), read('/api/v1/sites/1')];
  await endOfTask();
  const { response, send } = linesResponse();
  sent[0]?.respond(response);
  send(line(1, 404).slice(0, 9));
  await endOfTask();
  send(line(1, 404).slice(9));
  const { status } = await second;
  expect(status).toBe(404);
  send(line(0));
  expect(await (await first).json()).toEqual({ index: 0 });
});

it('ends the batch when the last read without a response is stopped', async () => {
  const [slow, other] = [new AbortController(), new AbortController()];
  const stopped = read('/api/v1/sites/0', { signal: slow.signal }).catch((error: unknown) => error);
  const also = read('/api/v1/sites/1', { signal: other.signal }).catch((error: unknown) => error);
  const answered = read('/api/v1/sites/2');
  await endOfTask();
  const { response, send } = linesResponse();
  sent[0]?.respond(response);
  send(line(2));
  await answered;
  slow.abort(new Error('stopped'));
  expect(await stopped).toEqual(new Error('stopped'));
  expect(sent[0]?.signal?.aborted).toBe(false);
  other.abort(new Error('stopped, too'));
  expect(await also).toEqual(new Error('stopped, too'));
  expect(sent[0]?.signal?.aborted).toBe(true);
});

it('does not send reads that are stopped before the end of their task', async () => {
  const early = new AbortController();
  const stopped = read('/api/v1/sites/0', { signal: early.signal }).catch((error: unknown) => error);
  void read('/api/v1/sites/1');
  early.abort(new Error('stopped'));
  expect(await stopped).toEqual(new Error('stopped'));
  expect(sent.map(({ paths }) => paths)).toEqual(['/api/v1/sites/1']);
});

it('fails the reads without a response when the connection is lost', async () => {
  const [first, second] = [read('/api/v1/sites/0'), read('/api/v1/sites/1')];
  const failed = second.catch((error: unknown) => error);
  await endOfTask();
  const { response, send, end } = linesResponse();
  sent[0]?.respond(response);
  send(line(0));
  end();
  expect((await first).status).toBe(200);
  expect(await failed).toBeInstanceOf(TypeError);
});

it('passes the refusal of a batch to all, and sends each alone if the replica knows no batches', async () => {
  const refused = [read('/api/v1/sites/0'), read('/api/v1/sites/1')];
  await endOfTask();
  sent[0]?.respond(new Response('{"code":"session_ended"}', { status: 401 }));
  for (const each of await Promise.all(refused)) expect(await each.json()).toEqual({ code: 'session_ended' });

  void read('/api/v1/sites/2');
  void read('/api/v1/sites/3');
  await endOfTask();
  sent[1]?.respond(new Response('', { status: 404 }));
  await endOfTask();
  expect(sent.slice(2).map(({ paths }) => paths)).toEqual(['/api/v1/sites/2', '/api/v1/sites/3']);
});
