import { useEffect, useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import { listQueues } from '#contract/staff/staff.ts';
import type { QueueName } from '#domain/staff/queues.ts';
import { api } from '#web/api/api.ts';
import { onStaffUpdate } from '#web/live/update-events.ts';
import { trackLatestRead } from '#web/api/latest-read.ts';

export type QueueState = Reply<typeof listQueues>['items'][number];
export type Queues = Partial<Record<QueueName, QueueState>>;

/** Events arriving together are answered by one request. */
const batchDelayMs = 800;
/** Interval of polling, for when the realtime connection is down. */
const pollEveryMs = 60_000;

/** The count of each queue, refreshed by events and polling; a count that fails to load keeps its last value. */
export function useQueues(loaded: Queues | null): Queues {
  const [heard, setHeard] = useState<{ after: Queues | null; queues: Queues } | null>(null);
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const turns = trackLatestRead();
    const ask = () => {
      const counts = turns();
      return readQueues().then(
        (queues) => counts() && setHeard({ after: loaded, queues }),
        () => undefined,
      );
    };
    const beat = setInterval(() => document.visibilityState === 'visible' && void ask(), pollEveryMs);
    const stop = onStaffUpdate(() => {
      clearTimeout(waiting);
      waiting = setTimeout(() => void ask(), batchDelayMs);
    });
    return () => {
      stop();
      clearInterval(beat);
      clearTimeout(waiting);
    };
  }, [loaded]);
  return (heard?.after === loaded ? heard.queues : loaded) ?? {};
}

export async function readQueues(): Promise<Queues> {
  const { items } = await api(listQueues);
  return Object.fromEntries(items.map((item) => [item.queue, item]));
}
