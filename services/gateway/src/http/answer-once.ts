import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '@headwater/kit/clock';
import { AppError, ERROR_KINDS } from '@headwater/kit/errors';
import type { Logger } from '@headwater/kit/log';
import { startPeriodic } from '@headwater/kit/periodic';
import type { Pool } from '@headwater/kit/pg/pool';
import type { Client } from '@headwater/kit/rpc/types';
import { type ErrorCode, failure } from '@headwater/protos/error-codes';
import type { IdentityDefinition } from '@headwater/protos/services';
import type { KeyedRequest } from '../domain/request-headers';
import {
  claimIdempotencyKey,
  findIdempotencyKey,
  KEY_LIFETIME_MS,
  type KeyId,
  MAX_ERASURE_MS,
  type StoredKey,
  updateIdempotencyAnswer,
  updateIdempotencyRun,
} from '../store/idempotency-keys';
import { findLastErasure } from '../store/workspaces';
import type { Reply } from './endpoint';
import { type Answer, sealAnswer, unsealAnswer } from './stored-answer';

/** Max time that a repeat waits for the first request's answer before it gets 409. */
const MAX_WAIT_MS = 3_000;
/** Interval between queries while another process runs the request. */
const POLL_MS = 50;
/** Time after which the key of a crashed process is released. A running request renews it. */
const LEASE_MS = 15_000;
const RENEW_MS = 4_000;

export interface AnswerOnceOptions {
  readonly db: Pool;
  readonly clock: Clock;
  readonly identity: Pick<Client<IdentityDefinition>, 'ListErasures'>;
  readonly deadlineMs: number;
}

export interface KeyedRun {
  readonly workspaceId: number;
  readonly operation: string;
  readonly request: KeyedRequest;
  /** Ends the wait for another run's answer. This request's own run continues, and its answer is stored for the retry. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly run: (attempt: Attempt) => Promise<Reply>;
  /** Whether the answer has facts about accounts: a repeat after an erasure runs again, without an effect. */
  readonly answersFacts: boolean;
  readonly requestId: string;
  /**
   * Resolves to the digest of the request's file, which is not part of its fingerprint: it arrives while the request runs. A
   * refusal of a file is not stored, because the rest of the file is not read. The fixed file may have the same key.
   */
  readonly digestFile?: () => Promise<string>;
  /** Called before a stored answer is returned. */
  readonly onReplay: (stored: { readonly isShortened: boolean }) => void;
}

/** A run of a request. */
export interface Attempt {
  /** An earlier run has answered: this one must have no effect. */
  readonly isAnswered: boolean;
}

/** Runs a request, or returns the stored answer of its key. A stored refusal is thrown again. */
export type AnswerOnce = (keyed: KeyedRun) => Promise<Reply>;

/**
 * Ensures that each Idempotency-Key has one answer (draft-ietf-httpapi-idempotency-key-header). A key without a final answer stays
 * stored: the outcome may be unknown. A repeat then runs with the same operation id, by which services recognise their effect.
 */
export function createAnswerOnce({ db, clock, identity, deadlineMs }: AnswerOnceOptions): AnswerOnce {
  /** Whether an account or visitor was erased since a time. Identity also knows erasures through gateways that did not record them. */
  const isErasedSince = async ({ workspaceId, requestId }: KeyedRun, ms: number): Promise<boolean> => {
    if ((await findLastErasure(db, workspaceId)) >= ms) return true;
    const { erasures } = await identity.ListErasures({ limit: 1 }, { workspaceId, requestId, deadlineMs });
    return erasures.some(({ atMs }) => atMs + MAX_ERASURE_MS >= ms);
  };

  /** Returns the stored reply, or runs the request again after an erasure. @throws the stored refusal */
  const replay = async (
    keyed: KeyedRun,
    { answer, begunAfterMs }: StoredKey & { readonly answer: Buffer },
  ): Promise<Reply> => {
    const { request, answersFacts, digestFile, onReplay, run } = keyed;
    const stored = unsealAnswer(request.sealingKey, answer);
    if (!stored) throw reused();
    if (digestFile && 'reply' in stored && (await digestFile()) !== stored.fileDigest) throw reused();
    onReplay({ isShortened: stored.isShortened === true });
    if ('reply' in stored)
      return answersFacts && (await isErasedSince(keyed, begunAfterMs))
        ? run({ isAnswered: true })
        : stored.reply;
    const { code, message, fields } = stored.refusal;
    throw failure(code, message, { fields });
  };

  /** Runs the request and keeps its key. The renewal ends first: a late one would hold a released key. */
  const runRenewing = async (id: KeyId, runId: string, keyed: KeyedRun): Promise<Reply> => {
    const renew = () => updateIdempotencyRun(db, id, { runId, runningUntil: clock.now() + LEASE_MS });
    const renewal = startPeriodic(renew, {
      intervalMs: RENEW_MS,
      immediately: false,
      onError: (err) => keyed.log.warn({ err }, 'idempotency key not renewed'),
    });
    try {
      return await keyed.run({ isAnswered: false });
    } finally {
      await renewal.stop();
    }
  };

  const runAndStore = async (id: KeyId, runId: string, keyed: KeyedRun): Promise<Reply> => {
    const store = async (given: Answer): Promise<void> => {
      const answer = sealAnswer(keyed.request.sealingKey, given);
      // The effect has happened, so the caller gets the answer even if it can't be stored.
      await updateIdempotencyAnswer(db, id, { runId, answer }).catch((error: unknown) => {
        keyed.log.warn({ err: error }, 'idempotent answer not stored');
      });
    };
    try {
      const reply = await runRenewing(id, runId, keyed);
      await store({ reply, ...(keyed.digestFile ? { fileDigest: await keyed.digestFile() } : {}) });
      return reply;
    } catch (thrown) {
      if (isFinal(thrown) && !keyed.digestFile) {
        const { code, message, fields } = thrown;
        await store({ refusal: { code: code as ErrorCode, message, fields } });
      } else {
        await updateIdempotencyRun(db, id, { runId, runningUntil: clock.now() }).catch((error: unknown) => {
          keyed.log.warn({ err: error }, 'idempotency key not released; it expires by itself');
        });
      }
      throw thrown;
    }
  };

  /** Runs the request if the key is free; undefined if another run holds it. */
  const claimAndRun = async (id: KeyId, keyed: KeyedRun): Promise<Reply | undefined> => {
    const runId = randomUUID();
    const now = clock.now();
    const { fingerprint } = keyed.request;
    const times = { now, runningUntil: now + LEASE_MS, expiresAt: now + KEY_LIFETIME_MS };
    if (!(await claimIdempotencyKey(db, id, { fingerprint, runId, ...times }))) return undefined;
    return runAndStore(id, runId, keyed);
  };

  /** Attempts of this process. Repeats wait for them instead of polling the database. */
  const inFlight = new Map<string, Promise<unknown>>();

  return async (keyed) => {
    const { digest, fingerprint } = keyed.request;
    const id = { workspaceId: keyed.workspaceId, operation: keyed.operation, digest };
    const name = [id.workspaceId, id.operation, digest.toString('hex'), fingerprint.toString('hex')].join(
      ' ',
    );
    const end = performance.now() + MAX_WAIT_MS;
    for (;;) {
      const other = inFlight.get(name);
      if (other) await Promise.race([other.catch(() => undefined), wait(end - performance.now(), keyed)]);
      else {
        const attempt = claimAndRun(id, keyed).finally(() => inFlight.delete(name));
        inFlight.set(name, attempt);
        const reply = await attempt;
        if (reply) return reply;
      }
      const found = await findIdempotencyKey(db, id);
      if (found && !found.fingerprint.equals(fingerprint)) throw reused();
      if (found?.answer) return replay(keyed, { ...found, answer: found.answer });
      if (performance.now() > end) throw stillRunning();
      if (found && !other) await wait(POLL_MS, keyed);
    }
  };
}

/** @throws AppError `cancelled` if the client disconnects. */
async function wait(ms: number, { signal }: KeyedRun): Promise<void> {
  await pause(Math.max(0, ms), undefined, { signal, ref: false }).catch(() => {
    throw failure('cancelled', 'The request was cancelled.');
  });
}

/** Whether a repeat would be refused too. False for errors that don't depend on the request. */
function isFinal(thrown: unknown): thrown is AppError {
  if (!(thrown instanceof AppError)) return false;
  const { http } = ERROR_KINDS[thrown.kind];
  return http < 500 && !['cancelled', 'rate_limited', 'request_timeout'].includes(thrown.kind);
}

function reused(): AppError {
  return failure(
    'idempotency_key_reused',
    'In the last 24 hours, this Idempotency-Key was used for a different request, or with a token with other scopes or sites. ' +
      'Send a different request under a new key. Send a repeat with the rights of the first token: a new key repeats its effect.',
  );
}

function stillRunning(): AppError {
  return failure(
    'idempotency_key_in_use',
    'The first request with this Idempotency-Key is still running. Retry in 1 s to get its answer.',
    { retryAfterSeconds: 1 },
  );
}
