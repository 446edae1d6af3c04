import type { Logger } from '@headwater/kit/log';

/** A part of a running program that is closed at its end. */
export interface Part {
  readonly name: string;
  readonly close: () => unknown;
}

/**
 * Closes parts one after the other, the last first, all within `ms`: a part that takes too long is left to itself, and those
 * after it are closed without waiting, so that together they never outlast what the process is given.
 *
 * @throws the first failure, after all were closed.
 */
export async function closeParts(parts: readonly Part[], ms: number, log: Logger): Promise<void> {
  const failures: unknown[] = [];
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, ms, 'late')));
  const leftToThemselves: string[] = [];
  for (const { name, close } of [...parts].reverse()) {
    const closing = Promise.resolve()
      .then(close)
      .then(
        () => 'closed' as const,
        (error: unknown) => {
          failures.push(error);
        },
      );
    if ((await Promise.race([closing, deadline])) === 'late') leftToThemselves.push(name);
  }
  if (leftToThemselves.length > 0) log.warn({ parts: leftToThemselves }, 'not all closed in time');
  clearTimeout(timer);
  if (failures.length > 0) throw failures[0];
}
