/** Waits until `check` returns a truthy value and returns it. @throws Error that names `what` after `timeoutMs` (default 30 s). */
export async function waitFor<T>(
  what: string,
  check: () => Promise<T> | T,
  timeoutMs = 30_000,
): Promise<Exclude<T, false | null | undefined | 0 | ''>> {
  const end = performance.now() + timeoutMs;
  let last: unknown;
  while (performance.now() < end) {
    try {
      const value = await check();
      if (value) return value as Exclude<T, false | null | undefined | 0 | ''>;
      last = value;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(
    `Waited ${timeoutMs} ms for ${what}. Last seen: ${last instanceof Error ? last.message : JSON.stringify(last)}`,
  );
}
