import { join } from 'node:path';
import type { MethodDefinition } from '@grpc/proto-loader';
import { AppError } from '../src/errors';
import { packageRoot } from '../src/package-root';
import { createRpcClient, type RpcClient } from '../src/rpc/client';
import { loadService } from '../src/rpc/load-service';
import { startRpcServer, type RpcServer } from '../src/rpc/server';
import type { CallContext, Streaming } from '../src/rpc/types';
import { silentLog } from '../src/testing/silent-log';
import { waitFor } from '../src/testing/wait-for';

interface Text {
  readonly text: string;
}

type Method = MethodDefinition<{ text?: string }, { text?: string }, Text, Text>;
type EchoDefinition = Streaming<{ Echo: Method; Recite: Method }, 'Recite'>;

const echo = () =>
  loadService<EchoDefinition>(
    join(packageRoot('@headwater/kit'), 'test'),
    'echo.proto',
    'headwater.test.v1.Echo',
  );

let server: RpcServer;
let client: RpcClient<EchoDefinition>;
let recite: (request: Text, call: CallContext) => AsyncIterable<{ text: string }>;

beforeAll(async () => {
  server = await startRpcServer<EchoDefinition>({
    service: echo(),
    handlers: {
      Echo: (request: Text) => Promise.resolve(request),
      Recite: (request: Text, call: CallContext) => recite(request, call),
    },
    host: '127.0.0.1',
    port: 0,
    log: silentLog(),
  });
  client = createRpcClient({ service: echo(), address: `127.0.0.1:${server.port}` });
});

afterAll(async () => {
  client.close();
  await server.stop();
});

const LINE = 'x'.repeat(64 * 1_024);

/** An endless stream of lines, with the state of its generator. */
function endless() {
  const made = { lines: 0, closed: false };
  recite = async function* (_request, call) {
    try {
      for (;;) {
        made.lines += 1;
        yield await Promise.resolve({ text: LINE });
        call.signal.throwIfAborted();
      }
    } finally {
      made.closed = true;
    }
  };
  return made;
}

async function textsOf(stream: AsyncIterable<Text>): Promise<string[]> {
  const texts: string[] = [];
  for await (const { text } of stream) texts.push(text);
  return texts;
}

/** Whether a count stays constant over many turns of the event loop. */
async function standsStill(count: () => number): Promise<boolean> {
  const before = count();
  for (let tick = 0; tick < 200; tick++) await new Promise(setImmediate);
  return count() === before;
}

describe('a method that answers with a stream', () => {
  it('sends all messages in order, with the metadata of the call', async () => {
    recite = async function* ({ text }, call) {
      for (let n = 0; n < 100; n++)
        yield await Promise.resolve({ text: `${text} ${n} ${call.workspaceId()}` });
    };
    const texts = await textsOf(client.calls.Recite({ text: 'verse' }, { workspaceId: 7 }));
    expect(texts).toEqual(Array.from({ length: 100 }, (_, n) => `verse ${n} 7`));
  });

  it('generates no more than the client reads', async () => {
    const made = endless();
    const reader = client.calls.Recite({})[Symbol.asyncIterator]();
    await reader.next();
    await waitFor('the maker to wait for the reader', () => standsStill(() => made.lines));
    expect(made.lines).toBeLessThan(200);
    const before = made.lines;
    for (let n = 0; n < 300; n++) await reader.next();
    expect(made.lines).toBeGreaterThan(before);
    await reader.return?.();
    await waitFor('the maker to be closed', () => made.closed);
  });

  it('ends when its reader stops', async () => {
    const made = endless();
    for await (const { text } of client.calls.Recite({})) {
      expect(text).toBe(LINE);
      break;
    }
    await waitFor('the maker to be closed', () => made.closed);
  });

  it('ends when the caller disconnects, also while waiting for a message', async () => {
    let aborted = false;
    recite = async function* (_request, call) {
      yield { text: 'first' };
      await new Promise<void>((resolve) => {
        call.signal.addEventListener('abort', () => resolve());
      });
      aborted = true;
    };
    const caller = new AbortController();
    const reader = client.calls.Recite({}, { signal: caller.signal })[Symbol.asyncIterator]();
    await reader.next();
    const next = reader.next();
    caller.abort();
    await expect(next).rejects.toMatchObject({ kind: 'cancelled' });
    await waitFor('the maker to be aborted', () => aborted);
  });

  it('ends at its deadline', async () => {
    const made = endless();
    const reader = client.calls.Recite({}, { deadlineMs: 100 })[Symbol.asyncIterator]();
    const outcome = (async () => {
      for (;;) if ((await reader.next()).done) return 'done';
    })();
    await expect(outcome).rejects.toMatchObject({ kind: 'deadline' });
    await waitFor('the maker to be closed', () => made.closed);
  });

  it.each([0, 3])('carries a failure after %d messages', async (messages) => {
    recite = async function* () {
      for (let n = 0; n < messages; n++) yield await Promise.resolve({ text: String(n) });
      throw new AppError({ kind: 'unprocessable', code: 'query_too_heavy', message: 'Narrow it.' });
    };
    const texts: string[] = [];
    const reading = (async () => {
      for await (const { text } of client.calls.Recite({})) texts.push(text);
    })();
    await expect(reading).rejects.toMatchObject({ kind: 'unprocessable', message: 'Narrow it.' });
    expect(texts).toHaveLength(messages);
  });

  it('fails like a unary call when the handler throws synchronously', async () => {
    recite = () => {
      throw new AppError({ kind: 'invalid', code: 'invalid_request', message: 'No.' });
    };
    await expect(textsOf(client.calls.Recite({}))).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('leaves unary calls unchanged', async () => {
    expect(await client.calls.Echo({ text: 'hi' })).toEqual({ text: 'hi' });
  });
});
