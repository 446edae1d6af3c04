/**
 * A stopwatch of the processor's time that this process uses, in milliseconds: it stands still while the process waits
 * its turn, so that a bound on it holds on a busy machine too.
 */
export function cpuClock(): () => number {
  const begin = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / 1_000;
  };
}
