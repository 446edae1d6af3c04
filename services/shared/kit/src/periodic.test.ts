import { setTimeout as pause } from 'node:timers/promises';
import { oncePerMinute, startPeriodic } from './periodic';
import { waitFor } from './testing/wait-for';

const fail = (error: unknown): never => {
  throw error;
};

test('runs immediately, then repeatedly, and never twice concurrently', async () => {
  let running = 0;
  let maxRunning = 0;
  let runs = 0;
  const task = startPeriodic(
    async () => {
      maxRunning = Math.max(maxRunning, ++running);
      await pause(5);
      running--;
      runs++;
    },
    { intervalMs: 1, onError: fail },
  );
  await waitFor('three runs', () => runs >= 3);
  await task.stop();
  expect(maxRunning).toBe(1);
});

test('waits one interval before the first run on request, and runs nothing after stop', async () => {
  let runs = 0;
  const task = startPeriodic(() => Promise.resolve(runs++), {
    intervalMs: 60_000,
    immediately: false,
    onError: fail,
  });
  await task.stop();
  expect(runs).toBe(0);
});

test('skips runs while it is not enabled', async () => {
  let isOn = false;
  let checks = 0;
  let runs = 0;
  const task = startPeriodic(() => Promise.resolve(runs++), {
    intervalMs: 1,
    isEnabled: () => {
      checks++;
      return isOn;
    },
    onError: fail,
  });
  await waitFor('three checks', () => checks >= 3);
  expect(runs).toBe(0);
  isOn = true;
  await waitFor('a run', () => runs > 0);
  await task.stop();
});

test('reports a failed run and continues', async () => {
  const errors: unknown[] = [];
  let runs = 0;
  const task = startPeriodic(
    () => {
      runs++;
      if (runs === 1) throw new Error('first');
      return Promise.resolve();
    },
    { intervalMs: 1, onError: (error) => errors.push(error) },
  );
  await waitFor('a run after the failed one', () => runs >= 2);
  await task.stop();
  expect(errors).toEqual([expect.objectContaining({ message: 'first' })]);
});

test('aborts the current run on stop, waits for its end, and ignores its error', async () => {
  const errors: unknown[] = [];
  let ended = false;
  const task = startPeriodic(
    async (signal) => {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      ended = true;
      throw new Error('aborted');
    },
    { intervalMs: 1, onError: (error) => errors.push(error) },
  );
  await task.stop();
  expect(ended).toBe(true);
  expect(errors).toEqual([]);
});

test('reports an error again after a minute, and another error immediately', () => {
  const messages: unknown[] = [];
  const clock = jest.spyOn(performance, 'now');
  try {
    const report = oncePerMinute((error) => messages.push((error as Error).message));
    const failAt = (seconds: number, message: string): void => {
      clock.mockReturnValue(seconds * 1_000);
      report(new Error(message));
    };
    for (const seconds of [0, 10, 20]) failAt(seconds, 'unavailable');
    failAt(21, 'timed out');
    for (const seconds of [59, 60, 70, 119]) failAt(seconds, 'unavailable');
    expect(messages).toEqual(['unavailable', 'timed out', 'unavailable']);
  } finally {
    clock.mockRestore();
  }
});
