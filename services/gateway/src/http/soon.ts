/**
 * What is known at once as a rule, and else soon. Whoever awaits only what is a promise spares each request the turns in
 * which it would wait for nothing.
 */
export type Soon<T> = T | Promise<T>;

/** Goes on with it, at once where it is known. */
export function andThen<T, R>(value: Soon<T>, next: (value: T) => R): Soon<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
