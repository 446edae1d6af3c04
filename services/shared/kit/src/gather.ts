import { AsyncResource } from 'node:async_hooks';
import { AppError } from './errors';
import type { CallContext } from './rpc/types';

export interface GatherOptions<T> {
  /** Items of one group. */
  readonly most: number;
  /** Groups of one key that are under way at once. */
  readonly atOnce: number;
  /** Items of one key that have the same of it are not under way at once. Default: any may be. */
  readonly apart?: (item: T) => string;
}

/** The work of a group: one promise for each of its items, in their order. The group ends with the last of them. */
export type GroupWork<K, T, R> = (key: K, items: readonly T[]) => readonly Promise<R>[];

/** Who asks for an item: one that has gone while the item waits is left out, and told `cancelled`. */
export type Asker = Pick<CallContext, 'gone'>;

/** Has an item's work done. */
export type Gathered<K, T, R> = (key: K, item: T, asker: Asker) => Promise<R>;

/** An item that waits for its group. */
interface Waiting<T, R> {
  readonly item: T;
  readonly asker: Asker;
  /** Of whoever asked: what is traced of a group is a part of its first item's trace. */
  readonly context: AsyncResource;
  readonly resolve: (result: R | Promise<R>) => void;
  readonly reject: (error: unknown) => void;
}

/** What is known of one key while it has items. */
interface Line<T, R> {
  /** Groups under way. */
  running: number;
  /** Whether a look at those who wait is due at the end of this turn of the event loop. */
  due: boolean;
  waiting: Waiting<T, R>[];
  /** What `apart` gives of the items under way. */
  readonly busy: Set<string>;
}

/**
 * Does work in groups under load: what comes in one turn of the event loop, or while enough groups of its key are under
 * way, becomes a group. What comes alone begins at once, alone. The groups of one key never wait for another's.
 */
export function gather<K, T, R>(
  { most, atOnce, apart }: GatherOptions<T>,
  work: GroupWork<K, T, R>,
): Gathered<K, T, R> {
  const lines = new Map<K, Line<T, R>>();

  /** Takes the next group out of those who wait, first come, first served. */
  const take = (line: Line<T, R>): Waiting<T, R>[] => {
    const group: Waiting<T, R>[] = [];
    const left: Waiting<T, R>[] = [];
    for (const one of line.waiting) {
      const mark = apart?.(one.item);
      if (one.asker.gone) one.reject(cancelled());
      else if (group.length === most || (mark !== undefined && line.busy.has(mark))) left.push(one);
      else {
        group.push(one);
        if (mark !== undefined) line.busy.add(mark);
      }
    }
    line.waiting = left;
    return group;
  };

  const run = async (key: K, group: readonly Waiting<T, R>[]): Promise<void> => {
    try {
      const shares = work(
        key,
        group.map(({ item }) => item),
      );
      for (const [place, { resolve }] of group.entries()) resolve(shares[place] as Promise<R>);
      await Promise.allSettled(shares);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  };

  const begin = (key: K, line: Line<T, R>): void => {
    while (line.running < atOnce && line.waiting.length > 0) {
      const group = take(line);
      const [first] = group;
      if (!first) break;
      line.running++;
      void first.context.runInAsyncScope(run, undefined, key, group).then(() => {
        line.running--;
        if (apart) for (const { item } of group) line.busy.delete(apart(item));
        begin(key, line);
      });
    }
    if (line.running === 0 && line.waiting.length === 0 && !line.due) lines.delete(key);
  };

  return (key, item, asker) =>
    new Promise((resolve, reject) => {
      const line = lines.get(key) ?? { running: 0, due: false, waiting: [], busy: new Set() };
      lines.set(key, line);
      line.waiting.push({ item, asker, context: new AsyncResource('gathered'), resolve, reject });
      if (line.due) return;
      line.due = true;
      setImmediate(() => {
        line.due = false;
        begin(key, line);
      });
    });
}

function cancelled(): AppError {
  return new AppError({ kind: 'cancelled', code: 'cancelled', message: 'The request was cancelled.' });
}
