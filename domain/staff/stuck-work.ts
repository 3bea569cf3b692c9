/** How long each kind of background work has been due, in seconds; null where nothing is due. */
export interface WorkState {
  /** Since a process for background work gave its last sign of life; null when there was never one. */
  workerSeenSeconds: number | null;
  /** The deadline of an order, a complaint, a return or a settlement. */
  timerSeconds: number | null;
  /** A job of the queue, such as a letter. */
  jobSeconds: number | null;
  /** An event without its notifications. */
  relaySeconds: number | null;
  /** A notice of the payment provider. */
  noticeSeconds: number | null;
}

export const stuckKinds = ['worker', 'timer', 'job', 'relay', 'notice'] as const;
export type StuckKind = (typeof stuckKinds)[number];

/** A process writes its sign of life every five seconds. */
const missedBeatsSeconds = 25;
/** Many times the interval of the sweep, so that a burst of work is not reported. */
const overdueSeconds = { timer: 120, job: 300, relay: 60, notice: 300 } as const;

/** What does not move although it should, with the seconds since then; null where there never was a worker. */
export function stuckWork(state: WorkState): { kind: StuckKind; seconds: number | null }[] {
  const seen = state.workerSeenSeconds;
  const overdue = {
    timer: state.timerSeconds,
    job: state.jobSeconds,
    relay: state.relaySeconds,
    notice: state.noticeSeconds,
  };
  return [
    ...(seen === null || seen > missedBeatsSeconds ? [{ kind: 'worker', seconds: seen } as const] : []),
    ...(['timer', 'job', 'relay', 'notice'] as const).flatMap((kind) => {
      const seconds = overdue[kind];
      return seconds !== null && seconds > overdueSeconds[kind] ? [{ kind, seconds }] : [];
    }),
  ];
}
