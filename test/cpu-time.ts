/** Milliseconds of processor time that a synchronous call takes; other processes of a busy machine do not count. */
export function cpuTimeOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const mostRuns = 6;

/**
 * Milliseconds of processor time of the first of several runs that stays below the limit, else of the fastest: the first
 * run compiles the code, and any of them may collect the garbage of other tests.
 */
export function leastCpuTimeOf(work: () => unknown, limitMs: number): number {
  let least = Infinity;
  for (let runs = 0; runs < mostRuns && least >= limitMs; runs++) least = Math.min(least, cpuTimeOf(work));
  return least;
}
