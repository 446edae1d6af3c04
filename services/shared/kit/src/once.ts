/** Returns a function that creates the value in its first call and returns the same value from then on. */
export function once<T extends object>(create: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= create());
}
