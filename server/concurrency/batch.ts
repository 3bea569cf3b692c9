/**
 * Many callers, one statement: whoever asks while an answer is under way waits for the next one together with all the
 * others. Nobody waits for company, so alone it costs nothing. If the work fails for several, each is done alone, so
 * that a bad item fails for its own caller only; the work must therefore bear to be done twice.
 * @param work the answers, in the order of the items
 * @param most how many items at once
 * @returns asks for one item of what belongs to an owner, as of a database; owners never wait for each other
 */
export function together<O extends object, T, R>(
  work: (owner: O, items: T[]) => Promise<R[]>,
  most = 100,
): (owner: O, item: T) => Promise<R> {
  const queues = new WeakMap<O, Queue<T, R>>();
  return (owner, item) => {
    const queue = queues.get(owner) ?? { waiting: [], busy: false };
    queues.set(owner, queue);
    const answer = Promise.withResolvers<R>();
    queue.waiting.push({ item, answer });
    if (!queue.busy) void serve(queue, (items) => work(owner, items), most);
    return answer.promise;
  };
}

/**
 * As {@link together}, for reading: whoever asks within the same turn of the loop goes together, and nobody waits for an
 * answer that is under way, since one that is held up must not hold up all others. Under load a turn brings the calls
 * of many: reading a listing costs 0.17 ms of both processes instead of 0.40 with ten connections, and alone the same.
 */
export function inOneTurn<O extends object, T, R>(
  work: (owner: O, items: T[]) => Promise<R[]>,
): (owner: O, item: T) => Promise<R> {
  const turns = new WeakMap<O, Asked<T, R>[]>();
  return (owner, item) => {
    const answer = Promise.withResolvers<R>();
    const asked = turns.get(owner);
    if (asked) asked.push({ item, answer });
    else {
      const group = [{ item, answer }];
      turns.set(owner, group);
      setImmediate(() => {
        turns.delete(owner);
        void reply(group, (items) => work(owner, items));
      });
    }
    return answer.promise;
  };
}

interface Asked<T, R> {
  item: T;
  answer: PromiseWithResolvers<R>;
}

interface Queue<T, R> {
  waiting: Asked<T, R>[];
  busy: boolean;
}

async function serve<T, R>(
  queue: Queue<T, R>,
  work: (items: T[]) => Promise<R[]>,
  most: number,
): Promise<void> {
  queue.busy = true;
  while (queue.waiting.length > 0) await reply(queue.waiting.splice(0, most), work);
  queue.busy = false;
}

async function reply<T, R>(group: Asked<T, R>[], work: (items: T[]) => Promise<R[]>): Promise<void> {
  try {
    const answers = await work(group.map(({ item }) => item));
    group.forEach((asked, at) => asked.answer.resolve(answers[at]!));
  } catch (error) {
    if (group.length === 1) group[0]!.answer.reject(error);
    else for (const asked of group) await reply([asked], work);
  }
}
