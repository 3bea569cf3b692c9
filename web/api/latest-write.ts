import { ApiError } from './api.ts';

/** The last state the server confirmed, and the error when it is not the requested one. */
interface WriteOutcome<State> {
  now: State;
  problem: ApiError | null;
}

interface PendingWrite<State> {
  /** The latest requested state; an object, so that equal states of two presses differ. */
  request: { to: State };
  end: Promise<WriteOutcome<State>>;
}

const pendingWrites = new Map<string, { end: Promise<unknown> }>();

/**
 * Writes the state a person requested last. When pressed again during a call, only the newest state is sent, once that
 * call has ended: concurrent calls could overtake each other and leave the state of an earlier press. When the page is
 * left, a state that is still to be sent is sent at once.
 * @param about identifies the subject, as `coração 12`
 * @param send must be harmless to repeat, and outlive the page (`keepalive`)
 * @returns the outcome; null for presses that a later one replaced
 */
export async function writeLatest<State>(
  about: string,
  from: State,
  to: State,
  send: (state: State) => Promise<unknown>,
): Promise<WriteOutcome<State> | null> {
  const press = { to };
  const write = (pendingWrites.get(about) ?? {}) as PendingWrite<State>;
  write.request = press;
  write.end ??= sendUntilCurrent(write, about, from, send);
  const end = await write.end;
  return write.request === press ? end : null;
}

/** Resolves when no write is pending: a read before that would be older than the screen. */
export const allWritesSettled = () => Promise.allSettled([...pendingWrites.values()].map(({ end }) => end));

async function sendUntilCurrent<State>(
  line: PendingWrite<State>,
  about: string,
  now: State,
  send: (state: State) => Promise<unknown>,
): Promise<WriteOutcome<State>> {
  let sent: State;
  let problem: unknown;
  const leave = () => line.request.to !== sent && send(line.request.to).catch(() => undefined);
  pendingWrites.set(about, line);
  addEventListener('pagehide', leave);
  do {
    sent = line.request.to;
    // Calls must not run concurrently.
    // oxlint-disable-next-line no-await-in-loop
    problem = await send(sent).then(
      () => null,
      (error: unknown) => error,
    );
    if (!problem) now = sent;
  } while (line.request.to !== sent);
  pendingWrites.delete(about);
  removeEventListener('pagehide', leave);
  if (problem && !(problem instanceof ApiError)) throw problem;
  return { now, problem } as WriteOutcome<State>;
}
