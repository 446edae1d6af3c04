import { WorkspaceLimiter, type WorkspaceLimiterOptions } from './workspace-limiter';

/** Calls that end on request, and the names of those that have started. */
function limitedCalls(options: Pick<WorkspaceLimiterOptions, 'maxConcurrent' | 'maxWaitMs'>) {
  const started: string[] = [];
  const ends = new Map<string, (outcome: 'ok' | 'fail') => void>();
  const limiter = new WorkspaceLimiter({ maxWaiting: 3, lateError: 'deadline_exceeded', ...options });
  const call = (name: string, workspaceId = 1, signal = new AbortController().signal): Promise<string> =>
    limiter.run(
      workspaceId,
      signal,
      () =>
        new Promise<string>((resolve, reject) => {
          started.push(name);
          ends.set(name, (outcome) => (outcome === 'ok' ? resolve(name) : reject(new Error(name))));
        }),
    );
  const end = async (name: string, outcome: 'ok' | 'fail' = 'ok'): Promise<void> => {
    // Calls with a slot have started by then.
    await new Promise(setImmediate);
    ends.get(name)?.(outcome);
    await new Promise(setImmediate);
  };
  return { started, call, end };
}

describe('WorkspaceLimiter', () => {
  it('runs that many calls of a workspace concurrently, the others in order, even after a failure', async () => {
    const { started, call, end } = limitedCalls({ maxConcurrent: 2, maxWaitMs: 60_000 });
    const results = ['a', 'b', 'c', 'd'].map((name) =>
      call(name).catch((error: unknown) => `failed ${(error as Error).message}`),
    );
    await end('none');
    expect(started).toEqual(['a', 'b']);
    await end('b', 'fail');
    expect(started).toEqual(['a', 'b', 'c']);
    await end('a');
    expect(started).toEqual(['a', 'b', 'c', 'd']);
    await end('c');
    await end('d');
    expect(await Promise.all(results)).toEqual(['a', 'failed b', 'c', 'd']);
  });

  it('does not delay another workspace', async () => {
    const { started, call, end } = limitedCalls({ maxConcurrent: 1, maxWaitMs: 60_000 });
    const results = [call('a', 1), call('b', 1), call('c', 2)];
    await end('none');
    expect(started).toEqual(['a', 'c']);
    for (const name of ['a', 'b', 'c']) await end(name);
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c']);
  });

  it('rejects a call that has waited too long, and keeps the slot for others', async () => {
    const { started, call, end } = limitedCalls({ maxConcurrent: 1, maxWaitMs: 5 });
    const first = call('a');
    await expect(call('b')).rejects.toMatchObject({
      code: 'deadline_exceeded',
      message: 'The query waited 5 ms for others of its workspace (limit 1 concurrent). Retry after 1 s.',
      retryAfterSeconds: 1,
    });
    await end('a');
    await first;
    const third = call('c');
    await end('c');
    expect(await third).toBe('c');
    expect(started).toEqual(['a', 'c']);
  });

  it('rejects a flood of calls immediately', async () => {
    const { call, end } = limitedCalls({ maxConcurrent: 1, maxWaitMs: 60_000 });
    const accepted = ['a', 'b', 'c', 'd'].map((name) => call(name));
    await expect(call('e')).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'Too many queries of the workspace (limit 1 concurrent and 3 waiting). Retry after 1 s.',
    });
    for (const name of ['a', 'b', 'c', 'd']) await end(name);
    expect(await Promise.all(accepted)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('removes a call from the queue when it is cancelled', async () => {
    const { started, call, end } = limitedCalls({ maxConcurrent: 1, maxWaitMs: 60_000 });
    const caller = new AbortController();
    const first = call('a');
    const second = call('b', 1, caller.signal);
    caller.abort();
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    await expect(call('c', 1, caller.signal)).rejects.toMatchObject({ code: 'cancelled' });
    await end('a');
    await first;
    expect(started).toEqual(['a']);
  });
});
