import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import { fault } from '#db/fault.ts';

/** What a process of the crew tells the one that started it. */
export type CrewWord = { line: string } | { ready: true };

export interface Crew {
  /** Starts so many and waits until each is ready. @throws a fault when one ends before that */
  start(role: CrewRole, count: number): Promise<void>;
  /** Tells all to stop and waits for their end; nobody is replaced any more. */
  stop(): Promise<void>;
  /** Those that are stopping finish nothing any more. */
  hurry(): void;
}

type CrewRole = 'web' | 'worker';

/** A place in the crew, whoever fills it. */
interface Seat {
  role: CrewRole;
  /** How often in a row its process died young. */
  deaths: number;
}

const names: Record<CrewRole, string> = { web: 'do site', worker: 'das tarefas' };
const firstPauseMs = 200;
const longestPauseMs = 30_000;
/** Whoever lived as long did not die of how it was started. */
const grownMs = 60_000;
/** Above what a process takes to drain by itself, below what a container is given to stop. */
const endLimitMs = 20_000;
/** A process takes two signals this far apart for two, and the second cuts it short. */
const betweenSignalsMs = 600;

/** Processes of this program that share a port; one that dies is replaced after a pause that grows. */
export function createCrew(settings: Record<string, string>, say: (line: string) => void): Crew {
  const living = new Set<Worker>();
  const pauses = new Set<NodeJS.Timeout>();
  let stopping: Promise<void> | undefined;
  let speaks = true;

  /** Resolves when the process is ready; rejects when it ends before. */
  function fill(seat: Seat, onEnd: (worker: Worker, livedMs: number) => void): Promise<void> {
    const startedAt = performance.now();
    const worker = cluster.fork({ ...settings, ROLE: seat.role });
    living.add(worker);
    const ready = Promise.withResolvers<void>();
    worker.on('message', (word: CrewWord) => {
      if ('ready' in word) ready.resolve();
      else if (speaks) say(word.line);
    });
    // A message to one that has just died has nobody to go to; that it died is heard below.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      living.delete(worker);
      ready.reject(fault(`Um processo ${names[seat.role]} não conseguiu começar.`));
      onEnd(worker, performance.now() - startedAt);
    });
    return ready.promise;
  }

  async function open(seat: Seat): Promise<void> {
    let isOpen = false;
    await fill(seat, (worker, livedMs) => isOpen && replace(seat, worker, livedMs));
    isOpen = true;
  }

  function replace(seat: Seat, dead: Worker, livedMs: number): void {
    if (stopping) return;
    seat.deaths = livedMs < grownMs ? seat.deaths + 1 : 1;
    const pause = setTimeout(() => {
      pauses.delete(pause);
      if (stopping) return;
      say(`Um processo ${names[seat.role]} terminou (${endOf(dead)}); outro toma o lugar.`);
      void fill(seat, (worker, lived) => replace(seat, worker, lived)).catch(() => undefined);
    }, pauseAfter(seat.deaths));
    pauses.add(pause);
  }

  async function stopAll(): Promise<void> {
    for (const pause of pauses) clearTimeout(pause);
    const ends = [...living].map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
    signalAll(living, 'SIGTERM');
    const limit = setTimeout(() => signalAll(living, 'SIGKILL'), endLimitMs);
    await Promise.all(ends);
    clearTimeout(limit);
  }

  const stop = () => (stopping ??= stopAll());
  return {
    async start(role, count) {
      await Promise.all(Array.from({ length: count }, () => open({ role, deaths: 0 })));
      // The first has said all there is to say of a start.
      speaks = false;
    },
    stop,
    hurry() {
      void stop();
      setTimeout(() => signalAll(living, 'SIGTERM'), betweenSignalsMs).unref();
    },
  };
}

function pauseAfter(deaths: number): number {
  return Math.min(firstPauseMs * 2 ** (deaths - 1), longestPauseMs);
}

function endOf({ process: { exitCode, signalCode } }: Worker): string {
  return signalCode ?? `código ${exitCode}`;
}

function signalAll(living: Iterable<Worker>, signal: NodeJS.Signals): void {
  for (const worker of living) worker.process.kill(signal);
}
