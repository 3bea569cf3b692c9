import { readdir, readFile } from 'node:fs/promises';

/** A tick of the kernel's accounting, which Linux fixes at 100 a second for every reader of /proc. */
const tickMs = 10;

/**
 * The processor time that processes and all their descendants have used, in milliseconds; exited ones are counted with
 * their parent. NaN on systems without /proc.
 */
export async function cpuMsOf(pids: readonly number[]): Promise<number> {
  const names = await readdir('/proc').catch(() => []);
  const running = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readStat));
  const wanted = new Set(pids);
  const isOurs = (each: Stat) => wanted.has(each.pid) || wanted.has(each.parent);
  const ticks = running.flatMap((each) => (each && isOurs(each) ? [each.ticks] : []));
  return ticks.length === 0 ? Number.NaN : ticks.reduce((sum, each) => sum + each, 0) * tickMs;
}

interface Stat {
  pid: number;
  parent: number;
  ticks: number;
}

/** proc_pid_stat(5): the name may contain any characters, so the fields are counted from its closing bracket. */
async function readStat(pid: string): Promise<Stat | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [user, system, childrensUser, childrensSystem] = fields.slice(11, 15).map(Number);
  const ticks = user! + system! + childrensUser! + childrensSystem!;
  return { pid: Number(pid), parent: Number(fields[1]), ticks };
}

/** The parent process: of a PostgreSQL session, the server. */
export async function parentOf(pid: number): Promise<number> {
  return (await readStat(String(pid)))?.parent ?? pid;
}
