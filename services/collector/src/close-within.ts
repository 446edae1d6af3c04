import type { Logger } from '@headwater/kit/log';
import type { Resources } from '@headwater/kit/module';

/** Registers a resource under a name for the log. Returns the resource. */
export type AddResource = <T>(name: string, resource: T, close: (resource: T) => unknown) => T;

/**
 * Registers resources that are all closed within `ms` after the first close: a resource that takes longer is abandoned, and
 * those after it are closed without waiting. The process then never exceeds its stop deadline.
 */
export function closeWithin(resources: Resources, ms: number, log: Logger): AddResource {
  let deadline: Promise<'late'> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let open = 0;
  return (name, resource, close) => {
    open += 1;
    return resources.add(resource, async () => {
      deadline ??= new Promise((resolve) => (timer = setTimeout(resolve, ms, 'late')));
      try {
        const closing = Promise.resolve(close(resource));
        // An error after the deadline has no receiver.
        closing.catch(() => undefined);
        if ((await Promise.race([closing, deadline])) === 'late')
          log.warn({ resource: name }, 'resource not closed in time');
      } finally {
        open -= 1;
        if (open === 0) clearTimeout(timer);
      }
    });
  };
}
