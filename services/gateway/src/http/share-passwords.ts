import { failure } from '@headwater/protos/error-codes';
import { hashPassword, isPassword } from '../domain/share-link';
import { requireAllowance, type RateLimit } from './rate-limit';

/** A share link with a password. */
export interface ProtectedLink {
  readonly id: number;
  readonly workspaceId: number;
  readonly passwordHash: string;
}

/** Hashes and checks the passwords of share links. */
export interface SharePasswords {
  hash(password: string, workspaceId: number): Promise<string>;
  /** Whether the password matches a link's stored hash. @throws AppError `rate_limited` after too many attempts. */
  matches(password: string, link: ProtectedLink): Promise<boolean>;
}

/** Per workspace. */
const MAX_QUEUED = 20;

/**
 * Processes one password at a time. Each takes 0.1 s on one of the few libuv threads, which also do DNS lookups and
 * compression: a flood of passwords must not block them. One password of each workspace is processed after the other, so that a flood
 * for one workspace delays the others by one password each.
 */
export function createSharePasswords(
  rateLimit: Pick<RateLimit, 'take'>,
  { maxQueued = MAX_QUEUED } = {},
): SharePasswords {
  /** The next workspace first. */
  const queues = new Map<number, (() => Promise<unknown>)[]>();
  let isRunning = false;

  const runAll = async (): Promise<void> => {
    isRunning = true;
    for (let [next] = queues; next; [next] = queues) {
      const [workspaceId, queue] = next;
      const work = queue.shift();
      queues.delete(workspaceId);
      if (queue.length > 0) queues.set(workspaceId, queue);
      await work?.();
    }
    isRunning = false;
  };
  const enqueue = <T>(workspaceId: number, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(workspaceId) ?? [];
    if (queue.length >= maxQueued)
      throw failure(
        'rate_limited',
        `Too many passwords of this workspace are being checked (limit ${maxQueued}). Retry in 3 s.`,
        { retryAfterSeconds: 3 },
      );
    queues.set(workspaceId, queue);
    const result = new Promise<T>((resolve, reject) => {
      queue.push(() => work().then(resolve, reject));
    });
    if (!isRunning) void runAll();
    return result;
  };
  return {
    hash: async (password, workspaceId) => enqueue(workspaceId, () => hashPassword(password)),
    matches: async (password, { id, workspaceId, passwordHash }) => {
      requireAllowance(await rateLimit.take(id, 'password'), 'password attempts for this shared page');
      return enqueue(workspaceId, () => isPassword(password, passwordHash));
    },
  };
}
