import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '@headwater/kit/clock';
import { AppError, ERROR_KINDS, type FieldError } from '@headwater/kit/errors';
import type { Logger } from '@headwater/kit/log';
import { seal, unseal } from '@headwater/kit/seal';
import { failure, type ErrorCode } from '@headwater/protos/error-codes';
import type { KeyedRequest } from '../domain/idempotency-key';
import type { IdempotencyKeys, KeyId } from '../store/idempotency-keys';
import type { Reply } from './endpoint';

const KEPT_MS = 24 * 60 * 60 * 1_000;
/** How long a repeat waits for the first request's answer before it is told 409. */
const PATIENCE_MS = 3_000;
/** Between looks at a run of another process. */
const POLL_MS = 50;

export interface AnswerOnceOptions {
  readonly keys: IdempotencyKeys;
  readonly clock: Clock;
  /** Longer than any request runs: after it a key whose process died is free again. */
  readonly longestRunMs: number;
}

export interface KeyedRun {
  readonly workspaceId: number;
  readonly operation: string;
  readonly request: KeyedRequest;
  /** Ends the wait for another's answer; the run itself goes on, so that its answer is kept for the retry. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  run(): Promise<Reply>;
  /** Called before an earlier answer is given again. */
  replaying(): void;
}

/** Runs a request unless its key has an answer already, which is then given again. Throws what the run threw, and again. */
export type AnswerOnce = (keyed: KeyedRun) => Promise<Reply>;

/** What is kept of a final answer: the reply, or the refusal that was thrown. */
type Kept =
  | { readonly reply: Reply }
  | {
      readonly refusal: {
        readonly code: ErrorCode;
        readonly message: string;
        readonly fields: readonly FieldError[];
      };
    };

/** Gives each Idempotency-Key one effect and one answer (draft-ietf-httpapi-idempotency-key-header). */
export function createAnswerOnce({ keys, clock, longestRunMs }: AnswerOnceOptions): AnswerOnce {
  const runAndKeep = async (id: KeyId, runId: string, keyed: KeyedRun): Promise<Reply> => {
    const keep = async (kept: Kept): Promise<void> => {
      const sealed = seal([keyed.request.sealingKey], JSON.stringify(kept));
      // The effect has happened: the caller gets its answer even if it can not be kept.
      await keys.keep(id, runId, sealed).catch((error: unknown) => {
        keyed.log.warn({ err: error }, 'could not keep the answer of an idempotency key');
      });
    };
    try {
      const reply = await keyed.run();
      await keep({ reply });
      return reply;
    } catch (thrown) {
      if (isFinal(thrown)) {
        const { code, message, fields } = thrown;
        await keep({ refusal: { code: code as ErrorCode, message, fields } });
      } else {
        await keys.release(id, runId).catch((error: unknown) => {
          keyed.log.warn({ err: error }, 'could not free an idempotency key: it frees itself');
        });
      }
      throw thrown;
    }
  };

  /** Runs under the key if it can be had. */
  const claimAndRun = async (id: KeyId, keyed: KeyedRun): Promise<Reply | undefined> => {
    const runId = randomUUID();
    const now = clock.now();
    const { fingerprint } = keyed.request;
    const times = { now, runningUntil: now + longestRunMs, expiresAt: now + KEPT_MS };
    const isOurs = await keys.claim(id, { fingerprint, runId, ...times });
    return isOurs ? runAndKeep(id, runId, keyed) : undefined;
  };

  /** Requests of this process that hold or try a key: their repeats wait for them instead of asking the database. */
  const trying = new Map<string, Promise<unknown>>();

  return async (keyed) => {
    const { digest, fingerprint } = keyed.request;
    const id = { workspaceId: keyed.workspaceId, operation: keyed.operation, digest };
    const name = [id.workspaceId, id.operation, digest.toString('hex'), fingerprint.toString('hex')].join(
      ' ',
    );
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      const other = trying.get(name);
      if (other) await Promise.race([other.catch(() => undefined), wait(end - performance.now(), keyed)]);
      else {
        const attempt = claimAndRun(id, keyed).finally(() => trying.delete(name));
        trying.set(name, attempt);
        const reply = await attempt;
        if (reply) return reply;
      }
      const known = await keys.find(id);
      if (known && !known.fingerprint.equals(fingerprint)) throw reused();
      if (known?.answer) {
        keyed.replaying();
        return replay(keyed.request, known.answer);
      }
      if (performance.now() > end) throw stillRunning();
      if (known && !other) await wait(POLL_MS, keyed);
    }
  };
}

/** @throws AppError `cancelled` when the client goes away. */
async function wait(ms: number, { signal }: KeyedRun): Promise<void> {
  await pause(Math.max(0, ms), undefined, { signal, ref: false }).catch(() => {
    throw failure('cancelled', 'The request was cancelled.');
  });
}

/** Whether the same request would be refused again: not for what is no fault of its own. */
function isFinal(thrown: unknown): thrown is AppError {
  if (!(thrown instanceof AppError)) return false;
  const { http } = ERROR_KINDS[thrown.kind];
  return http < 500 && !['cancelled', 'rate_limited', 'request_timeout'].includes(thrown.kind);
}

/** @throws the kept refusal. */
function replay({ sealingKey }: KeyedRequest, answer: Buffer): Reply {
  const text = unseal([sealingKey], answer);
  if (text === undefined) throw reused();
  const kept = JSON.parse(text) as Kept;
  if ('reply' in kept) return kept.reply;
  const { code, message, fields } = kept.refusal;
  throw failure(code, message, { fields });
}

function reused(): AppError {
  return failure(
    'idempotency_key_reused',
    'This Idempotency-Key was used with another request in the last 24 hours. Send a new request under a new key.',
  );
}

function stillRunning(): AppError {
  return failure(
    'idempotency_key_in_use',
    'The first request with this Idempotency-Key is still running. Send it again shortly to get its answer.',
    { retryAfterSeconds: 1 },
  );
}
