import { createContext, use, useEffect, useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import { listQueues } from '#contract/staff/staff.ts';
import type { QueueName } from '#domain/staff/queues.ts';
import { api } from '#web/api/api.ts';
import { onStaffUpdate } from '#web/live/update-events.ts';
import { formatCount } from '#web/ui/data/formats.ts';
import { trackLatestRead } from '#web/api/latest-read.ts';

export type QueueState = Reply<typeof listQueues>['items'][number];
export type Queues = Partial<Record<QueueName, QueueState>> & { stuck?: Reply<typeof listQueues>['stuck'] };

/** The counts of the dashboard's frame: sidebar, cards and headings show the same ones. */
export const QueuesContext = createContext<Queues>({});

/** How many items the queue has; undefined while unknown. */
export function useQueueCount(queue: QueueName): number | undefined {
  return use(QueuesContext)[queue]?.count;
}

/** «3 saques pendentes»; nothing while the number is unknown. */
export function countText(count: number | undefined, one: string, many: string): string | undefined {
  return count === undefined ? undefined : formatCount(count, one, many);
}

/** Events arriving together are answered by one request. */
const batchDelayMs = 800;
/** Interval of polling, for when the realtime connection is down or the background work is stuck. */
const pollEveryMs = 30_000;

/** The count of each queue, refreshed by events and polling; a count that fails to load keeps its last value. */
export function useQueues(loaded: Queues | null): Queues {
  const [update, setUpdate] = useState<{ after: Queues | null; queues: Queues } | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const startRead = trackLatestRead();
    const refresh = () => {
      const isLatest = startRead();
      return readQueues().then(
        (queues) => isLatest() && setUpdate({ after: loaded, queues }),
        () => undefined,
      );
    };
    const poll = setInterval(() => document.visibilityState === 'visible' && void refresh(), pollEveryMs);
    const unsubscribe = onStaffUpdate(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void refresh(), batchDelayMs);
    });
    return () => {
      unsubscribe();
      clearInterval(poll);
      clearTimeout(timer);
    };
  }, [loaded]);
  return (update?.after === loaded ? update.queues : loaded) ?? {};
}

export async function readQueues(): Promise<Queues> {
  const { items, stuck } = await api(listQueues);
  return { ...Object.fromEntries(items.map((item) => [item.queue, item])), stuck };
}
