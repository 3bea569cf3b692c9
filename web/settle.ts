import { ApiError } from './api.ts';

/** What became of it: the state the server has now, as far as it said, and why it is not the one that was wanted. */
export interface Settled<State> {
  now: State;
  problem: ApiError | null;
}

interface Line {
  wanted: unknown;
  sent: unknown;
  settled: Promise<Settled<never>>;
}

const lines = new Map<string, Line>();

interface Wanted<State> {
  /** Names the thing, as `coração 12`. */
  about: string;
  from: State;
  to: State;
  /** Must be harmless to repeat, and outlive the page (`keepalive`). */
  send: (state: State) => Promise<unknown>;
}

/**
 * Brings one thing to the state somebody wants. Pressed again while a call is on its way, the newest state follows once
 * that has ended, and none in between: calls that overtake each other on the wire would leave what an earlier press
 * wanted. All those presses hear the one end. Whoever leaves the page does not wait: what is left to send leaves at once.
 */
export function settle<State>(wish: Wanted<State>): Promise<Settled<State>> {
  let line = lines.get(wish.about);
  if (line) line.wanted = wish.to;
  else {
    line = { wanted: wish.to, sent: wish.from, settled: Promise.resolve() as never };
    lines.set(wish.about, line);
    line.settled = bring(line, wish) as Promise<Settled<never>>;
  }
  return line.settled;
}

/** Ends when nothing is on its way any more: a list that is read sooner would be older than the screen. */
export async function allSettled(): Promise<void> {
  await Promise.allSettled([...lines.values()].map(({ settled }) => settled));
}

async function bring<State>(line: Line, { about, from, send }: Wanted<State>): Promise<Settled<State>> {
  const leave = () => {
    if (line.wanted !== line.sent) send(line.wanted as State).catch(() => undefined);
  };
  addEventListener('pagehide', leave);
  const end: Settled<State> = { now: from, problem: null };
  try {
    do {
      const next = line.wanted as State;
      line.sent = next;
      // One after another is the point of it.
      // oxlint-disable-next-line no-await-in-loop
      end.problem = await send(next).then(() => null, refusal);
      if (!end.problem) end.now = next;
    } while (line.wanted !== line.sent);
    return end;
  } finally {
    lines.delete(about);
    removeEventListener('pagehide', leave);
  }
}

function refusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}
