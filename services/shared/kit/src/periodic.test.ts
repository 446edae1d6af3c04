import { setTimeout as pause } from 'node:timers/promises';
import { startPeriodic } from './periodic';
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
