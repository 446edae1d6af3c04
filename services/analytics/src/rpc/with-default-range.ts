import type { RawFrame } from '../domain/query/question';

/** The question with a range where it has no window at all. */
export function withDefaultRange(question: RawFrame, range: string): RawFrame {
  const { from, to } = question;
  return from === undefined && to === undefined && question.range === undefined
    ? { ...question, range }
    : question;
}
