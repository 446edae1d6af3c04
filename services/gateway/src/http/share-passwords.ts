import { failure } from '@headwater/protos/error-codes';
import { hashPassword, isPassword } from '../domain/share-password';
import type { RateLimit } from './rate-limit';

/** The passwords of share links: hashed and checked one at a time. */
export interface SharePasswords {
  hash(password: string): Promise<string>;
  /** Whether a link's stored hash is this password's. @throws AppError `rate_limited` after too many tries. */
  isRight(password: string, link: { readonly id: number; readonly passwordHash: string }): Promise<boolean>;
}

const MOST_WAITING = 50;

/**
 * One at a time, because each takes a tenth of a second of one of the few threads that look up names and compress answers
 * too: who floods the passwords must not stop everything else.
 */
export function createSharePasswords(
  rateLimit: Pick<RateLimit, 'take'>,
  { mostWaiting = MOST_WAITING } = {},
): SharePasswords {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting >= mostWaiting)
      throw failure('upstream_unavailable', 'Too many passwords are being checked. Try again shortly.');
    waiting += 1;
    const turn = last.then(work).finally(() => {
      waiting -= 1;
    });
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    hash: async (password) => inTurn(() => hashPassword(password)),
    isRight: async (password, { id, passwordHash }) => {
      const { allowed, resetSeconds } = await rateLimit.take(id, 'password');
      if (!allowed)
        throw failure('rate_limited', `Too many passwords have been tried. Wait ${resetSeconds} s.`, {
          retryAfterSeconds: resetSeconds,
        });
      return inTurn(() => isPassword(password, passwordHash));
    },
  };
}
