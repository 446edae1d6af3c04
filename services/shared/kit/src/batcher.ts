import { AsyncResource } from 'node:async_hooks';
import { cancelledError } from './errors';
import { withoutCaller } from './pg/tenancy';
import type { CallContext } from './rpc/types';

export interface BatcherOptions<T> {
  readonly maxBatchSize: number;
  /** Batches of one key that may run concurrently. */
  readonly maxConcurrentBatches: number;
  /** While a batch of a key runs, the next one starts this time after the last start, in milliseconds. Default: 0. */
  readonly minIntervalMs?: number;
  /** Two items of one key with the same exclusive key never run concurrently. Default: no restriction. */
  readonly exclusiveKey?: (item: T) => string;
}

/** Processes a batch: returns one promise for each item, in order. The batch ends when all promises have ended. */
export type BatchWork<K, T, R> = (key: K, items: readonly T[]) => readonly Promise<R>[];

/** The caller of an item. An item whose caller cancelled while it waited is dropped and rejects with `cancelled`. */
export type BatchCaller = Pick<CallContext, 'cancelled'>;

/** Adds one item to the queue of its key; resolves with the item's result. */
export type Batcher<K, T, R> = (key: K, item: T, caller: BatchCaller) => Promise<R>;

interface QueuedItem<T, R> {
  readonly item: T;
  readonly caller: BatchCaller;
  /** The caller's async context: spans of a batch belong to the trace of its first item. */
  readonly context: AsyncResource;
  readonly resolve: (result: R | Promise<R>) => void;
  readonly reject: (error: unknown) => void;
}

/** The queue of one key. It exists while it has items. */
interface Queue<T, R> {
  runningBatches: number;
  /** Whether a batch will be started: at the end of this turn of the event loop, or after the interval. */
  isScheduled: boolean;
  /** The last start of a batch, by performance.now(). */
  startedAt: number;
  items: QueuedItem<T, R>[];
  /** Exclusive keys of the items in flight. */
  readonly exclusiveKeys: Set<string>;
}

/**
 * Batches items per key under load. Items that arrive in one turn of the event loop, or while `maxConcurrentBatches` batches
 * of their key run, or within `minIntervalMs` of a running one's start, share a batch; a single item starts immediately. The queues of
 * different keys are independent.
 */
export function createBatcher<K, T, R>(
  { maxBatchSize, maxConcurrentBatches, minIntervalMs = 0, exclusiveKey }: BatcherOptions<T>,
  work: BatchWork<K, T, R>,
): Batcher<K, T, R> {
  const queues = new Map<K, Queue<T, R>>();

  /** Removes the next batch from the queue, first in, first out. */
  const takeBatch = (queue: Queue<T, R>): QueuedItem<T, R>[] => {
    const batch: QueuedItem<T, R>[] = [];
    const remaining: QueuedItem<T, R>[] = [];
    for (const queued of queue.items) {
      const exclusive = exclusiveKey?.(queued.item);
      if (queued.caller.cancelled) queued.reject(cancelledError());
      else if (
        batch.length === maxBatchSize ||
        (exclusive !== undefined && queue.exclusiveKeys.has(exclusive))
      )
        remaining.push(queued);
      else {
        batch.push(queued);
        if (exclusive !== undefined) queue.exclusiveKeys.add(exclusive);
      }
    }
    queue.items = remaining;
    return batch;
  };

  const runBatch = (key: K, batch: readonly QueuedItem<T, R>[]): Promise<void> =>
    withoutCaller(() => runForAll(key, batch));

  const runForAll = async (key: K, batch: readonly QueuedItem<T, R>[]): Promise<void> => {
    try {
      const results = work(
        key,
        batch.map(({ item }) => item),
      );
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Promise<R>);
      await Promise.allSettled(results);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  const startBatches = (key: K, queue: Queue<T, R>): void => {
    while (queue.runningBatches < maxConcurrentBatches && queue.items.length > 0) {
      const batch = takeBatch(queue);
      const [first] = batch;
      if (!first) break;
      queue.runningBatches++;
      void first.context.runInAsyncScope(runBatch, undefined, key, batch).then(() => {
        queue.runningBatches--;
        if (exclusiveKey) for (const { item } of batch) queue.exclusiveKeys.delete(exclusiveKey(item));
        if (!queue.isScheduled) startBatches(key, queue);
      });
    }
    if (queue.runningBatches === 0 && queue.items.length === 0 && !queue.isScheduled) queues.delete(key);
  };

  return (key, item, caller) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(key) ?? {
        runningBatches: 0,
        isScheduled: false,
        startedAt: -Infinity,
        items: [],
        exclusiveKeys: new Set(),
      };
      queues.set(key, queue);
      queue.items.push({ item, caller, context: new AsyncResource('BatchedItem'), resolve, reject });
      if (queue.isScheduled) return;
      queue.isScheduled = true;
      const start = (): void => {
        queue.isScheduled = false;
        queue.startedAt = performance.now();
        startBatches(key, queue);
      };
      const restMs = queue.startedAt + minIntervalMs - performance.now();
      if (restMs > 0) setTimeout(start, restMs);
      else setImmediate(start);
    });
}
