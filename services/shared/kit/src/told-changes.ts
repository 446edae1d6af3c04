import type { Logger } from './log';

/**
 * Tells on the log that something which a process needs can't be asked any more, and that it can again: once each, however often it
 * is looked at.
 *
 * @param name what is looked at, as the log names it
 * @returns notes what a look has found: an error, or undefined when all is well
 */
export function toldChanges(name: string, log: Logger): (error: unknown) => void {
  let wasUp = true;
  return (error) => {
    const isUp = error === undefined;
    if (isUp !== wasUp) {
      if (isUp) log.info(`${name} can be asked again`);
      else log.warn({ err: error }, `${name} can not be asked: not ready until it can`);
    }
    wasUp = isUp;
  };
}
