import type { Logger } from './log';

/**
 * Logs once when a dependency becomes unreachable and once when it recovers.
 *
 * @param name the dependency as the log names it, such as `Postgres`
 * @returns records the result of a check: an error, or undefined when the dependency answered
 */
export function logAvailabilityChanges(name: string, log: Logger): (error: unknown) => void {
  let wasUp = true;
  return (error) => {
    const isUp = error === undefined;
    if (isUp !== wasUp) {
      if (isUp) log.info(`${name} is reachable again`);
      else log.warn({ err: error }, `${name} is unreachable; reporting not ready`);
    }
    wasUp = isUp;
  };
}
