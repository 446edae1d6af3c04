import type { ChildProcess } from 'node:child_process';

/** Waits until the child is gone, at most `milliseconds`; tells whether it is. */
export function childExit(child: ChildProcess, milliseconds: number): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(true);
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(false), milliseconds);
    const finish = (gone: boolean): void => {
      clearTimeout(timer);
      child.off('exit', onExit);
      resolve(gone);
    };
    const onExit = (): void => finish(true);
    child.once('exit', onExit);
  });
}
