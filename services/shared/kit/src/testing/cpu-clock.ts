/**
 * Returns a stopwatch for the CPU time of this process in milliseconds. It does not count time waiting for a CPU, so limits hold on
 * a busy machine, too.
 */
export function cpuClock(): () => number {
  const begin = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / 1_000;
  };
}
