/** Remembers the last answer of a pure function of a text, for those who ask the same several times in a row. */
export function lastAnswer<T>(compute: (key: string) => T): (key: string) => T {
  let last: { readonly key: string; readonly answer: T } | undefined;
  return (key) => {
    if (last?.key !== key) last = { key, answer: compute(key) };
    return last.answer;
  };
}
