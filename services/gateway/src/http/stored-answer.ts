import { compressText, expandText } from '@headwater/kit/compress-text';
import type { FieldError } from '@headwater/kit/errors';
import { seal, unseal } from '@headwater/kit/seal';
import type { ErrorCode } from '@headwater/protos/error-codes';
import { IDEMPOTENCY_LIMITS } from '@headwater/protos/limits';
import type { Reply } from './endpoint';

/** The answer of a request: its reply, or the refusal that was thrown. */
export type Answer =
  | {
      readonly reply: Reply;
      /** Of the request's file. */
      readonly fileDigest?: string;
    }
  | {
      readonly refusal: {
        readonly code: ErrorCode;
        readonly message: string;
        readonly fields: readonly FieldError[];
      };
    };

export type StoredAnswer = Answer & {
  /** Whether lists and texts were cut, because the answer is too large to store. */
  readonly isShortened?: true;
};

const { maxAnswerKib: MAX_KIB, shortenedItems: MAX_ITEMS } = IDEMPOTENCY_LIMITS;
/** Characters of a text in a shortened answer. */
const MAX_TEXT = 200;

/** Compresses and seals an answer. A repeat of a request must have no second effect, so a large answer is shortened, never left out. */
export function sealAnswer(sealingKey: Buffer, answer: Answer): Buffer {
  const sealed = sealText(sealingKey, answer);
  if (sealed.length <= MAX_KIB * 1_024) return sealed;
  return sealText(sealingKey, { ...(shorten(answer) as Answer), isShortened: true });
}

function sealText(sealingKey: Buffer, answer: StoredAnswer): Buffer {
  return seal([sealingKey], compressText(JSON.stringify(answer)));
}

/** The answer; undefined if another key sealed it. */
export function unsealAnswer(sealingKey: Buffer, sealed: Buffer): StoredAnswer | undefined {
  const stored = unseal([sealingKey], sealed);
  if (stored === undefined) return undefined;
  return JSON.parse(expandText(stored)) as StoredAnswer;
}

/** The value with the first items of each list and the beginning of each text. */
function shorten(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, MAX_TEXT).toWellFormed();
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, shorten(field)]));
}
