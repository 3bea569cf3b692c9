import { setTimeout as sleep } from 'node:timers/promises';

/** What one kind of visitor does, and how often among all of them. */
export interface Visit {
  name: string;
  weight: number;
  work: () => Promise<void>;
}

/** What happened since the last look. */
export interface Taken {
  done: number;
  failed: number;
  p95Ms: number;
}

/** Visits that are in progress at once; further ones count as failed, because the server no longer keeps up. */
const mostAtOnce = 300;
const keptFailures = 20;

/** Visits of several kinds in a fixed mixture, as many as a server can do or at a constant rate. */
export function openTraffic(visits: readonly Visit[]) {
  const wheel = mixed(visits);
  const failures: string[] = [];
  let turn = 0;
  let took: number[] = [];
  let failed = 0;

  async function visit(): Promise<void> {
    const { name, work } = wheel[turn++ % wheel.length]!;
    const since = performance.now();
    try {
      await work();
      took.push(performance.now() - since);
    } catch (error) {
      fail(`${name}: ${(error as Error).message}`);
    }
  }

  function fail(line: string): void {
    failed += 1;
    if (failures.length < keptFailures) failures.push(line.slice(0, 300));
  }

  return {
    /** The first failures of all. */
    failures: (): readonly string[] => failures,
    take(): Taken {
      const sorted = took.toSorted((a, b) => a - b);
      const p95Ms = sorted[Math.ceil(0.95 * sorted.length) - 1] ?? 0;
      const taken = { done: took.length, failed, p95Ms };
      [took, failed] = [[], 0];
      return taken;
    },
    /** Each of so many visitors begins the next visit when one has ended. */
    async asFastAsPossible(atOnce: number, seconds: number): Promise<void> {
      const end = performance.now() + seconds * 1_000;
      const one = async () => {
        while (performance.now() < end) await visit();
      };
      await Promise.all(Array.from({ length: atOnce }, one));
    },
    /** Visits begin at this rate, however long the earlier ones take. */
    async atRate(perSecond: number, seconds: number): Promise<void> {
      const running = new Set<Promise<void>>();
      const startedAt = performance.now();
      for (let count = 0; count < perSecond * seconds; count++) {
        const due = startedAt + (count / perSecond) * 1_000;
        if (due > performance.now()) await sleep(due - performance.now());
        if (running.size >= mostAtOnce) fail('too many visits at once');
        else {
          const one = visit().finally(() => running.delete(one));
          running.add(one);
        }
      }
      await Promise.all(running);
    },
  };
}

/** Each kind as often as its weight says, evenly spread. */
function mixed(visits: readonly Visit[]): Visit[] {
  return visits
    .flatMap((visit) =>
      Array.from({ length: visit.weight }, (_, at) => ({ visit, place: (at + 0.5) / visit.weight })),
    )
    .toSorted((a, b) => a.place - b.place)
    .map(({ visit }) => visit);
}
