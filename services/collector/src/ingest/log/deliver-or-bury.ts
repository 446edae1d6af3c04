import type { Batch } from './shipper';

export interface DeliverDeps {
  /** Stores lines, once however often they are sent with their token. */
  readonly insert: (batch: Batch, signal: AbortSignal) => Promise<void>;
  /** True when the lines themselves are refused, now and for ever; anything else passes. */
  readonly isRefusal: (error: unknown) => boolean;
  /** Keeps one refused line apart, with the reason. */
  readonly bury: (line: string, reason: unknown) => Promise<void>;
}

const LINE_END = 0x0a;

/**
 * Delivers a batch. One that is refused is halved until the bad line is alone: that one is buried, all others are stored.
 * The parts follow from the batch, so that a repeat after a crash sends the same ones under the same tokens.
 *
 * @returns a function that rejects when the batch must be sent again.
 */
export function deliverOrBury({ insert, isRefusal, bury }: DeliverDeps) {
  const deliver = async (batch: Batch, signal: AbortSignal): Promise<void> => {
    try {
      await insert(batch, signal);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const middle = middleLine(batch.lines);
      if (middle === undefined) return bury(batch.lines.toString('utf8').trimEnd(), error);
      await deliver({ lines: batch.lines.subarray(0, middle), token: `${batch.token}.0` }, signal);
      await deliver({ lines: batch.lines.subarray(middle), token: `${batch.token}.1` }, signal);
    }
  };
  return deliver;
}

/** Where the line begins that is nearest to the middle; undefined when there is only one line. */
function middleLine(lines: Buffer): number | undefined {
  const half = Math.floor(lines.length / 2);
  const after = lines.indexOf(LINE_END, half) + 1;
  if (after > 0 && after < lines.length) return after;
  const before = lines.lastIndexOf(LINE_END, half - 1) + 1;
  return before > 0 ? before : undefined;
}
