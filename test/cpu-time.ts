/** Milliseconds of processor time that a synchronous call takes; other processes of a busy machine do not count. */
export function cpuTimeOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
