import { follow } from './live';

const { fetch: plainFetch } = globalThis;
let requested: { readonly url: string; readonly signal: AbortSignal | undefined }[];
let send: (text: string) => void;

beforeEach(() => {
  jest.useFakeTimers();
  requested = [];
  Object.assign(globalThis, {
    document: { hidden: false, addEventListener: () => undefined, removeEventListener: () => undefined },
    fetch: (url: string, { signal }: RequestInit) => {
      requested.push({ url, signal: signal ?? undefined });
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          send = (text) => controller.enqueue(new TextEncoder().encode(text));
          signal?.addEventListener('abort', () => controller.error(signal.reason));
        },
      });
      return Promise.resolve(new Response(body));
    },
  });
});
afterEach(() => {
  jest.useRealTimers();
  Object.assign(globalThis, { fetch: plainFetch });
  Reflect.deleteProperty(globalThis, 'document');
});

it('ends a stream that is silent for 20 s, and opens it again', async () => {
  const left = new AbortController();
  const states: boolean[] = [];
  const data: unknown[] = [];
  const ended = follow({
    url: 'https://headwater.example/api/v1/sites/1/realtime?limit=5',
    headers: {},
    signal: left.signal,
    onData: (each) => data.push(each),
    onOpen: (isOpen) => states.push(isOpen),
  });
  await jest.advanceTimersByTimeAsync(15_000);
  send('data: {"visitors":1}\n\n');
  await jest.advanceTimersByTimeAsync(15_000);
  send(': unchanged\n\n');
  await jest.advanceTimersByTimeAsync(19_000);
  expect([data, states]).toEqual([[{ visitors: 1 }], [true]]);
  await jest.advanceTimersByTimeAsync(1_500);
  expect(states).toEqual([true, false]);
  expect(requested[0]?.signal?.aborted).toBe(true);
  await jest.advanceTimersByTimeAsync(30_000);
  expect(states).toEqual([true, false, true]);
  expect(requested.map(({ url }) => url)).toEqual(
    Array(2).fill('https://headwater.example/api/v1/sites/1/live?limit=5'),
  );
  left.abort();
  await ended;
});
