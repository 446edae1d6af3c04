/** Whether a page may use that name: 1–120 characters, no control characters, none of the names that are ours. */
export function isEventName(name: unknown): name is string {
  return typeof name == 'string' && /^(?!(pageview|engagement)$)\P{Cc}{1,120}$/u.test(name);
}
