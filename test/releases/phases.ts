/** The phases of an upgrade without a pause, in their order. */
export const phases = {
  former: 'o anterior sozinho',
  migrating: 'o presente migra',
  newSchema: 'o anterior no esquema novo',
  beside: 'os dois lado a lado',
  stopping: 'o anterior para',
  present: 'o presente sozinho',
} as const;
export type Phase = keyof typeof phases;

/** Their length is that of the work, not of the options. */
const short: readonly Phase[] = ['migrating', 'stopping'];

interface Counts {
  seconds: number;
  readMs: number[];
  purchaseMs: number[];
  /** Replies of 500 and more that were not announced, and refusals, one line each. */
  errors: string[];
  /** Replies of 503 with `Retry-After`. */
  announced: number;
  /** Requests that were sent again because their connection broke before the reply. */
  repeated: number;
}

export type Phases = ReturnType<typeof openPhases>;

/** Counts what clients experience, in the phase in which a call ends. */
export function openPhases() {
  const counts = new Map<Phase, Counts>();
  let now: Phase | undefined;
  let since = 0;

  function end(): void {
    if (now) counts.get(now)!.seconds = (performance.now() - since) / 1_000;
  }

  return {
    begin(phase: Phase): void {
      end();
      [now, since] = [phase, performance.now()];
      counts.set(phase, { seconds: 0, readMs: [], purchaseMs: [], errors: [], announced: 0, repeated: 0 });
    },
    end,
    get current(): Counts {
      return counts.get(now!)!;
    },
    /**
     * What clients should not have experienced: servers may ask for patience only while the schema changes.
     * @param isKnown whether an error of this phase is one of the former version that its successors don't have
     */
    faults: (isKnown: (phase: Phase, error: string) => boolean) =>
      [...counts].flatMap(([phase, { errors, announced, readMs, purchaseMs }]) => [
        ...errors.filter((line) => !isKnown(phase, line)).map((line) => `${phases[phase]}: ${line}`),
        ...(announced > 0 && phase !== 'migrating' ? [`${phases[phase]}: ${announced} respostas 503`] : []),
        ...(Math.min(readMs.length, purchaseMs.length) === 0 && !short.includes(phase)
          ? [`${phases[phase]}: sem leituras ou sem compras`]
          : []),
      ]),
    rows: () => [...counts].map(([phase, each]) => rowOf(phase, each)),
  };
}

export const tableHead = [
  '| fase | s | leituras | p95 ms | compras | p95 ms | erros | 503 anunciados | repetidas |',
  '|---|---|---|---|---|---|---|---|---|',
];

function rowOf(phase: Phase, counts: Counts): string {
  const { seconds, readMs, purchaseMs, errors, announced, repeated } = counts;
  const reads = [readMs.length, p95(readMs)];
  const purchases = [purchaseMs.length, p95(purchaseMs)];
  return `| ${[phases[phase], seconds.toFixed(1), ...reads, ...purchases, errors.length, announced, repeated].join(' | ')} |`;
}

function p95(all: readonly number[]): string {
  if (all.length === 0) return '–';
  const sorted = all.toSorted((a, b) => a - b);
  return String(Math.round(sorted[Math.ceil(0.95 * sorted.length) - 1]!));
}
