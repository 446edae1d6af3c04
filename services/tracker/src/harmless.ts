/**
 * Wraps a function so that nothing it does can break the page: whatever it throws is swallowed.
 * Every way into the tracker (its calls, listeners, timers) goes through here.
 */
export function harmless<Args extends unknown[]>(run: (...args: Args) => void): (...args: Args) => void {
  return (...args) => {
    try {
      run(...args);
    } catch {
      // A visitor's page matters more than our count of it.
    }
  };
}
