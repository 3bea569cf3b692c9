/**
 * Combines the calls of many callers into batches: while a batch runs, new items queue up and form the next batch. A
 * single item runs at once, so batching adds no latency. If a batch fails, each of its items runs alone, so that a bad
 * item fails for its own caller only; the work must therefore tolerate being done twice.
 * @param work returns the answers in the order of the items
 * @param maxItems maximum items of a batch
 * @returns a function that asks for one item; items of different owners, such as databases, never share a queue
 */
export function batchWhileBusy<O extends object, T, R>(
  work: (owner: O, items: T[]) => Promise<R[]>,
  maxItems = 100,
): (owner: O, item: T) => Promise<R> {
  const queues = new WeakMap<O, Queue<T, R>>();
  return (owner, item) => {
    const queue = queues.get(owner) ?? { waiting: [], busy: false };
    queues.set(owner, queue);
    const answer = Promise.withResolvers<R>();
    queue.waiting.push({ item, answer });
    if (!queue.busy) void processQueue(queue, (items) => work(owner, items), maxItems);
    return answer.promise;
  };
}

/**
 * Like {@link batchWhileBusy}, for reads: the calls of one event loop iteration form a batch, and batches run
 * concurrently, so a stalled one delays no other. Reading a listing takes 0.17 ms of both processes instead of 0.40
 * with ten connections, and the same time for a single caller.
 */
export function batchPerTick<O extends object, T, R>(
  work: (owner: O, items: T[]) => Promise<R[]>,
): (owner: O, item: T) => Promise<R> {
  const pendingByOwner = new WeakMap<O, PendingItem<T, R>[]>();
  return (owner, item) => {
    const answer = Promise.withResolvers<R>();
    const pending = pendingByOwner.get(owner);
    if (pending) pending.push({ item, answer });
    else {
      const group = [{ item, answer }];
      pendingByOwner.set(owner, group);
      setImmediate(() => {
        pendingByOwner.delete(owner);
        void runBatch(group, (items) => work(owner, items));
      });
    }
    return answer.promise;
  };
}

interface PendingItem<T, R> {
  item: T;
  answer: PromiseWithResolvers<R>;
}

interface Queue<T, R> {
  waiting: PendingItem<T, R>[];
  busy: boolean;
}

async function processQueue<T, R>(
  queue: Queue<T, R>,
  work: (items: T[]) => Promise<R[]>,
  maxItems: number,
): Promise<void> {
  queue.busy = true;
  while (queue.waiting.length > 0) await runBatch(queue.waiting.splice(0, maxItems), work);
  queue.busy = false;
}

async function runBatch<T, R>(group: PendingItem<T, R>[], work: (items: T[]) => Promise<R[]>): Promise<void> {
  try {
    const answers = await work(group.map(({ item }) => item));
    group.forEach((asked, at) => asked.answer.resolve(answers[at]!));
  } catch (error) {
    if (group.length === 1) group[0]!.answer.reject(error);
    else for (const asked of group) await runBatch([asked], work);
  }
}
