import type { CallContext } from '@headwater/kit/rpc/types';
import { WorkspaceTurns, type TurnsOptions } from './workspace-turns';

/** A handler whose calls end when they are told to, and the names of those that began. */
function asking(options: TurnsOptions) {
  const began: string[] = [];
  const ends = new Map<string, (outcome: 'ok' | 'fail') => void>();
  const turns = new WorkspaceTurns(options);
  const handler = turns.taking(
    (name: string) =>
      new Promise<string>((resolve, reject) => {
        began.push(name);
        ends.set(name, (outcome) => (outcome === 'ok' ? resolve(name) : reject(new Error(name))));
      }),
  );
  const ask = (name: string, workspaceId = 1, signal = new AbortController().signal): Promise<string> =>
    handler(name, { workspaceId: () => workspaceId, signal } as CallContext);
  const end = async (name: string, outcome: 'ok' | 'fail' = 'ok'): Promise<void> => {
    // Whoever has its turn has begun by then.
    await new Promise(setImmediate);
    ends.get(name)?.(outcome);
    await new Promise(setImmediate);
  };
  return { began, ask, end };
}

describe('WorkspaceTurns', () => {
  it('answers so many questions of a workspace at once, the others in their order, also after a failure', async () => {
    const { began, ask, end } = asking({ atOnce: 2, waitMs: 60_000 });
    const answers = ['a', 'b', 'c', 'd'].map((name) =>
      ask(name).catch((error: unknown) => `failed ${(error as Error).message}`),
    );
    await end('nothing');
    expect(began).toEqual(['a', 'b']);
    await end('b', 'fail');
    expect(began).toEqual(['a', 'b', 'c']);
    await end('a');
    expect(began).toEqual(['a', 'b', 'c', 'd']);
    await end('c');
    await end('d');
    expect(await Promise.all(answers)).toEqual(['a', 'failed b', 'c', 'd']);
  });

  it('lets another workspace not wait', async () => {
    const { began, ask, end } = asking({ atOnce: 1, waitMs: 60_000 });
    const answers = [ask('a', 1), ask('b', 1), ask('c', 2)];
    await end('nothing');
    expect(began).toEqual(['a', 'c']);
    for (const name of ['a', 'b', 'c']) await end(name);
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c']);
  });

  it('refuses who has waited too long, and keeps the turn for others', async () => {
    const { began, ask, end } = asking({ atOnce: 1, waitMs: 5 });
    const first = ask('a');
    await expect(ask('b')).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 });
    await end('a');
    await first;
    const third = ask('c');
    await end('c');
    expect(await third).toBe('c');
    expect(began).toEqual(['a', 'c']);
  });

  it('forgets who went away while waiting', async () => {
    const { began, ask, end } = asking({ atOnce: 1, waitMs: 60_000 });
    const gone = new AbortController();
    const first = ask('a');
    const second = ask('b', 1, gone.signal);
    gone.abort();
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    await expect(ask('c', 1, gone.signal)).rejects.toMatchObject({ code: 'cancelled' });
    await end('a');
    await first;
    expect(began).toEqual(['a']);
  });
});
