import type { KeyList } from './dimensions';
import { parseFrame } from './parse-frame';
import { invalid, refusal } from './problem';
import type { Frame, RawFrame } from './question';
import { validateFrame } from './validate';

/** The frame of a call, parsed and validated. @throws AppError that tells all that is wrong with it. */
export function readFrame(raw: RawFrame | null, keys: KeyList): Frame {
  if (raw === null) throw refusal([invalid('question', 'is required')]);
  const parsed = parseFrame(raw, keys);
  if (!parsed.ok) throw refusal(parsed.problems);
  const problems = validateFrame(parsed.frame);
  if (problems.length > 0) throw refusal(problems);
  return parsed.frame;
}
