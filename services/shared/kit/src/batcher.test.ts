import { createBatcher, type BatcherOptions } from './batcher';
import { waitFor } from './testing/wait-for';

/** The groups that a batcher work began, each to be ended by the test. */
function recordedBatches(options: Partial<BatcherOptions<string>> = {}) {
  const started: { readonly key: number; readonly items: readonly string[]; readonly end: () => void }[] = [];
  const batcher = createBatcher<number, string, string>(
    { maxBatchSize: 10, maxConcurrentBatches: 1, ...options },
    (key, items) => {
      let end = (): void => undefined;
      const ended = new Promise<void>((resolve) => (end = resolve));
      started.push({ key, items, end });
      return items.map(async (item) => {
        await ended;
        if (item.startsWith('bad')) throw new Error(item);
        return `${item} done`;
      });
    },
  );
  const add = (item: string, key = 1): Promise<string> => batcher(key, item, { cancelled: false });
  return { started, batcher, add, batches: () => started.map(({ items }) => items.join(' ')) };
}

/** Resolves after one tick of the event loop: queued batches have started, and ended batches have returned their results. */
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('starts a single item immediately', async () => {
  const { started, add, batches } = recordedBatches();
  const a = add('a');
  await tick();
  expect(batches()).toEqual(['a']);
  started[0]?.end();
  expect(await a).toBe('a done');
});

it('batches items that arrive while a batch runs, in order, and resolves each with its own result', async () => {
  const { started, add, batches } = recordedBatches();
  const a = add('a');
  await tick();
  const b = add('b');
  await tick();
  const c = add('c');
  await tick();
  expect(batches()).toEqual(['a']);
  started[0]?.end();
  await a;
  await tick();
  expect(batches()).toEqual(['a', 'b c']);
  started[1]?.end();
  expect(await Promise.all([b, c])).toEqual(['b done', 'c done']);
});

it('batches items of one event-loop tick up to maxBatchSize', async () => {
  const { started, add, batches } = recordedBatches({ maxBatchSize: 2 });
  const all = Promise.all(['a', 'b', 'c'].map((item) => add(item)));
  await tick();
  expect(batches()).toEqual(['a b']);
  started[0]?.end();
  await tick();
  expect(batches()).toEqual(['a b', 'c']);
  started[1]?.end();
  expect(await all).toHaveLength(3);
});

it('runs up to maxConcurrentBatches per key, independently of other keys', async () => {
  const { started, add, batches } = recordedBatches({ maxConcurrentBatches: 2 });
  const added = [];
  for (const item of ['a', 'b', 'c', 'd']) {
    added.push(add(item));
    await tick();
  }
  added.push(add('other', 2));
  await tick();
  expect(batches()).toEqual(['a', 'b', 'other']);
  started[1]?.end();
  await tick();
  expect(batches()).toEqual(['a', 'b', 'other', 'c d']);
  for (const { end } of started) end();
  await Promise.all(added);
});

it('never runs two items with the same exclusive key concurrently', async () => {
  const { started, add, batches } = recordedBatches({
    maxConcurrentBatches: 2,
    exclusiveKey: (item) => item.charAt(0),
  });
  const added = ['a1', 'a2', 'b1', 'a3'].map((item) => add(item));
  await tick();
  added.push(add('c1'));
  await tick();
  expect(batches()).toEqual(['a1 b1', 'c1']);
  started[0]?.end();
  await tick();
  started[2]?.end();
  await tick();
  expect(batches()).toEqual(['a1 b1', 'c1', 'a2', 'a3']);
  for (const { end } of started) end();
  await Promise.all(added);
});

it('rejects the failing item only, rejects all items when the whole batch fails, and continues', async () => {
  const { started, add } = recordedBatches();
  const batch = ['a', 'bad', 'c'].map((item) => add(item));
  await tick();
  started[0]?.end();
  expect((await Promise.allSettled(batch)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  const refusing = createBatcher<number, string, string>(
    { maxBatchSize: 10, maxConcurrentBatches: 1 },
    () => {
      throw new Error('refused');
    },
  );
  for (let times = 0; times < 2; times++)
    await expect(refusing(1, 'a', { cancelled: false })).rejects.toThrow('refused');
});

it('drops an item whose caller cancelled while it waited', async () => {
  const { started, add, batcher, batches } = recordedBatches();
  const caller = { cancelled: false };
  const a = add('a');
  await tick();
  const left = batcher(1, 'left', caller);
  const b = add('b');
  await tick();
  caller.cancelled = true;
  started[0]?.end();
  await expect(left).rejects.toMatchObject({ kind: 'cancelled', code: 'cancelled' });
  await tick();
  expect(batches()).toEqual(['a', 'b']);
  started[1]?.end();
  expect(await Promise.all([a, b])).toEqual(['a done', 'b done']);
});

it('starts the next batch minIntervalMs after the last start, unless no batch runs', async () => {
  const { started, add, batches } = recordedBatches({ maxConcurrentBatches: Infinity, minIntervalMs: 50 });
  const a = add('a');
  await tick();
  const startedAt = performance.now();
  const b = add('b');
  await tick();
  const c = add('c');
  await waitFor('the second batch', () => started.length === 2);
  expect(performance.now() - startedAt).toBeGreaterThan(45);
  const d = add('d');
  started[0]?.end();
  await a;
  await tick();
  expect(batches()).toEqual(['a', 'b c']);
  await waitFor('the third batch', () => started.length === 3);
  for (const { end } of started) end();
  await Promise.all([b, c, d]);
  await tick();
  const e = add('e');
  await tick();
  expect(batches()).toEqual(['a', 'b c', 'd', 'e']);
  started[3]?.end();
  expect(await e).toBe('e done');
});
