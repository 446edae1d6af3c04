/** Answers by address, so that going back shows at once what was there; the newest replace the oldest. */
export interface AnswerCache {
  get(key: string): unknown;
  set(key: string, answer: unknown): void;
  clear(): void;
}

/** @param size how many answers to keep */
function createAnswerCache(size: number): AnswerCache {
  const answers = new Map<string, unknown>();
  return {
    get: (key) => answers.get(key),
    set: (key, answer) => {
      answers.delete(key);
      answers.set(key, answer);
      const [oldest] = answers.keys();
      if (answers.size > size && oldest !== undefined) answers.delete(oldest);
    },
    clear: () => answers.clear(),
  };
}

/** Of this tab; to be cleared when somebody signs in or out. */
export const answerCache = createAnswerCache(200);
