import { useState } from 'react';
import { ApiError } from '#web/api/api.ts';
import { useIdempotentAction } from '#web/api/idempotent-action.ts';

export interface BulkFailure<Item> {
  item: Item;
  problem: ApiError;
}

export interface BulkOutcome<Item, Answer> {
  done: { item: Item; answer: Answer }[];
  failed: BulkFailure<Item>[];
}

/** Number of concurrent calls: a page takes seconds, without crowding out other requests. */
const maxConcurrent = 4;

/**
 * One decision about several items, each by its own call with its own permission check and audit entry. A failure does
 * not affect the others, and only failed ones are retried.
 */
export function useBulkRun<Item, Answer>() {
  const runOnce = useIdempotentAction();
  const [left, setLeft] = useState<number | null>(null);

  async function run(
    items: readonly Item[],
    content: (item: Item) => unknown,
    act: (item: Item, idempotencyKey: string) => Promise<Answer>,
  ): Promise<BulkOutcome<Item, Answer>> {
    const outcome: BulkOutcome<Item, Answer> = { done: [], failed: [] };
    const queue = [...items];
    setLeft(queue.length);
    async function work(): Promise<void> {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
        try {
          // The next call starts when this one is answered.
          // oxlint-disable-next-line no-await-in-loop, no-loop-func
          const answer = await runOnce(content(item), (key) => act(item!, key));
          outcome.done.push({ item, answer });
        } catch (problem) {
          if (!(problem instanceof ApiError)) throw problem;
          outcome.failed.push({ item, problem });
        }
        setLeft(items.length - outcome.done.length - outcome.failed.length);
      }
    }
    try {
      await Promise.all(Array.from({ length: maxConcurrent }, work));
    } finally {
      setLeft(null);
    }
    return outcome;
  }

  return { run, /** How many are not answered yet; null while nothing runs. */ left };
}
