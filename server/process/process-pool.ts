import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import { fault } from '#db/fault.ts';

/** Messages from a process of the pool to the supervisor. */
export type PoolMessage = { line: string } | { ready: true };

export interface ProcessPool {
  /** Starts this many processes and waits until each is ready. @throws a fault when one ends before that */
  start(role: ProcessRole, count: number): Promise<void>;
  /** Stops all processes and waits for their end; none is replaced any more. */
  stop(): Promise<void>;
  /** Makes processes that are stopping cut off their requests and jobs. */
  hurry(): void;
}

type ProcessRole = 'web' | 'worker';

/** One process of the pool together with its replacements. */
interface PoolSlot {
  role: ProcessRole;
  /** How many processes in a row ended soon after their start. */
  earlyExits: number;
  /** 0 for the first slot that was opened. */
  place: number;
}

const names: Record<ProcessRole, string> = { web: 'do site', worker: 'das tarefas' };
const minDelayMs = 200;
const maxDelayMs = 30_000;
/** A process that ran this long did not fail because of its start. */
const stableAfterMs = 60_000;
/** Longer than a process takes to drain, shorter than a container's grace period. */
const endLimitMs = 20_000;
/** A process counts two signals this far apart as two, and the second one makes it stop without waiting. */
const signalGapMs = 600;

/** Processes of this program that share a port; one that ends is replaced after a growing delay. */
export function createProcessPool(
  settings: Record<string, string>,
  say: (line: string) => void,
): ProcessPool {
  const running = new Set<Worker>();
  let slots = 0;
  const restartTimers = new Set<NodeJS.Timeout>();
  let stopping: Promise<void> | undefined;
  let relaysOutput = true;

  /** Resolves when the process is ready; rejects when it ends before. */
  function fork(slot: PoolSlot, onEnd: (worker: Worker, livedMs: number) => void): Promise<void> {
    const startedAt = performance.now();
    const worker = cluster.fork({ ...settings, ...ownSettings(slot, settings) });
    running.add(worker);
    const ready = Promise.withResolvers<void>();
    worker.on('message', (message: PoolMessage) => {
      if ('ready' in message) ready.resolve();
      else if (relaysOutput) say(message.line);
    });
    // A message to a process that has just ended has no receiver; the exit event below handles that.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      running.delete(worker);
      ready.reject(fault(`Um processo ${names[slot.role]} não conseguiu começar.`));
      onEnd(worker, performance.now() - startedAt);
    });
    return ready.promise;
  }

  async function open(slot: PoolSlot): Promise<void> {
    let isOpen = false;
    await fork(slot, (worker, livedMs) => isOpen && replace(slot, worker, livedMs));
    isOpen = true;
  }

  function replace(slot: PoolSlot, ended: Worker, livedMs: number): void {
    if (stopping) return;
    slot.earlyExits = livedMs < stableAfterMs ? slot.earlyExits + 1 : 1;
    const pause = setTimeout(() => {
      restartTimers.delete(pause);
      if (stopping) return;
      say(`Um processo ${names[slot.role]} terminou (${endOf(ended)}); outro toma o lugar.`);
      void fork(slot, (worker, lived) => replace(slot, worker, lived)).catch(() => undefined);
    }, delayAfter(slot.earlyExits));
    restartTimers.add(pause);
  }

  async function stopAll(): Promise<void> {
    for (const pause of restartTimers) clearTimeout(pause);
    const ends = [...running].map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
    signalAll(running, 'SIGTERM');
    const limit = setTimeout(() => signalAll(running, 'SIGKILL'), endLimitMs);
    await Promise.all(ends).finally(() => clearTimeout(limit));
  }

  const stop = () => (stopping ??= stopAll());
  return {
    async start(role, count) {
      await Promise.all(Array.from({ length: count }, () => open({ role, earlyExits: 0, place: slots++ })));
      // The first process has reported everything about the start.
      relaysOutput = false;
    },
    stop,
    hurry() {
      void stop();
      setTimeout(() => signalAll(running, 'SIGTERM'), signalGapMs).unref();
    },
  };
}

/** The settings in which the process of a slot differs from the others: each has a metrics port. */
function ownSettings({ role, place }: PoolSlot, { METRICS_PORT: first }: Record<string, string>) {
  return {
    ROLE: role,
    // It is one process, also to the check of its own settings.
    WEB_CONCURRENCY: '1',
    ...(first !== undefined && { METRICS_PORT: String(Number(first) + place) }),
  };
}

function delayAfter(deaths: number): number {
  return Math.min(minDelayMs * 2 ** (deaths - 1), maxDelayMs);
}

function endOf({ process: { exitCode, signalCode } }: Worker): string {
  return signalCode ?? `código ${exitCode}`;
}

function signalAll(living: Iterable<Worker>, signal: NodeJS.Signals): void {
  for (const worker of living) worker.process.kill(signal);
}
