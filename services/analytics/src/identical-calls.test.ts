import { IdenticalCalls } from './identical-calls';
import { WorkspaceLimiter } from './workspace-limiter';

const immediate = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Calls that begin when they have one of the slots, and end on request. */
function sharedCalls(slots = 1) {
  const limiter = new WorkspaceLimiter({
    maxConcurrent: slots,
    maxWaitMs: 60_000,
    maxWaiting: 10,
    lateError: 'deadline_exceeded',
  });
  const calls = new IdenticalCalls();
  const runs: { readonly end: (result: string) => void; readonly fail: (error: Error) => void }[] = [];
  const call = (key: string, signal = new AbortController().signal): Promise<string> =>
    calls.run(key, signal, (begin) =>
      limiter.run(1, signal, () => {
        begin();
        return new Promise<string>((resolve, reject) => {
          runs.push({ end: resolve, fail: reject });
          signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
        });
      }),
    );
  return { runs, call };
}

describe('IdenticalCalls', () => {
  it('lets calls that wait for a slot share the next run, never the current one', async () => {
    const { runs, call } = sharedCalls();
    const first = call('a');
    await immediate();
    const later = [call('a'), call('a'), call('a')];
    await immediate();
    expect(runs).toHaveLength(1);
    runs[0]?.end('old');
    expect(await first).toBe('old');
    await immediate();
    expect(runs).toHaveLength(2);
    runs[1]?.end('new');
    expect(await Promise.all(later)).toEqual(['new', 'new', 'new']);
  });

  it('runs an identical call immediately in a free slot', async () => {
    const { runs, call } = sharedCalls(2);
    const first = call('a');
    await immediate();
    const second = call('a');
    await immediate();
    expect(runs).toHaveLength(2);
    runs[1]?.end('second');
    expect(await second).toBe('second');
    runs[0]?.end('first');
    expect(await first).toBe('first');
  });

  it('runs different calls concurrently, and the same call again after its end', async () => {
    const { runs, call } = sharedCalls(2);
    const different = [call('a'), call('b')];
    await immediate();
    expect(runs).toHaveLength(2);
    runs.forEach(({ end }, index) => end(`${index}`));
    expect(await Promise.all(different)).toEqual(['0', '1']);
    const again = call('a');
    await immediate();
    runs[2]?.end('2');
    expect(await again).toBe('2');
  });

  it('lets another waiting call run when the shared call is cancelled', async () => {
    const { runs, call } = sharedCalls();
    const caller = new AbortController();
    const first = call('a');
    await immediate();
    const cancelled = call('a', caller.signal);
    const waiting = [call('a'), call('a')];
    caller.abort();
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
    runs[0]?.end('old');
    await first;
    await immediate();
    expect(runs).toHaveLength(2);
    runs[1]?.end('new');
    expect(await Promise.all(waiting)).toEqual(['new', 'new']);
  });

  it('returns the error of a shared run to all its calls, and runs again after a failure', async () => {
    const { runs, call } = sharedCalls();
    const first = call('a');
    await immediate();
    const later = [call('a'), call('a')].map((result) =>
      result.catch((error: unknown) => (error as Error).message),
    );
    runs[0]?.fail(new Error('first failed'));
    await expect(first).rejects.toThrow('first failed');
    await immediate();
    runs[1]?.fail(new Error('second failed'));
    expect(await Promise.all(later)).toEqual(['second failed', 'second failed']);
  });

  it('removes a waiting call when its caller cancels', async () => {
    const { runs, call } = sharedCalls();
    const caller = new AbortController();
    const first = call('a');
    await immediate();
    const leading = call('a');
    const joined = call('a', caller.signal);
    caller.abort();
    await expect(joined).rejects.toMatchObject({ code: 'cancelled' });
    runs[0]?.end('old');
    await immediate();
    runs[1]?.end('new');
    expect(await Promise.all([first, leading])).toEqual(['old', 'new']);
  });
});
