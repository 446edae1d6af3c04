const ANONYMOUS_ID = /^[A-Za-z0-9_.:-]{1,128}$/;

/** What is wrong with a visitor's id; undefined when nothing is. */
export function anonymousIdProblem(anonymousId: string): string | undefined {
  if (anonymousId === '') return 'is required: send the value of window.headwater.ref';
  if (!ANONYMOUS_ID.test(anonymousId))
    return 'must be 1 to 128 letters, digits or _ . : -, as window.headwater.ref gave it';
  return undefined;
}
