import { EVENT_KEYS } from './dimensions';
import { parseFrame } from './parse-frame';
import { invalid, type Problem } from './problem';
import type { Question, RawQuestion } from './question';

/** A question about one event, or all that is wrong with its parts. Rules over several parts are validate.ts's. */
export type Parsed =
  | { readonly ok: true; readonly question: Question }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const EVENT_NAME = /^\P{Cc}{1,120}$/u;

/** Turns the raw question about one event into one of closed kinds. */
export function parseQuestion(raw: RawQuestion): Parsed {
  const parsed = parseFrame(raw, EVENT_KEYS);
  const nameProblems = EVENT_NAME.test(raw.name)
    ? []
    : [invalid('name', 'must have 1 to 120 characters and no control characters')];
  if (parsed.ok && nameProblems.length === 0)
    return { ok: true, question: { ...parsed.frame, name: raw.name } };
  return { ok: false, problems: [...nameProblems, ...(parsed.ok ? [] : parsed.problems)] };
}
