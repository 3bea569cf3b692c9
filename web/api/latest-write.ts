import { ApiError } from './api.ts';

/** The state the server has now, as far as it said, and why it is not the one that was wanted. */
interface Settled<State> {
  now: State;
  problem: ApiError | null;
}

interface Line<State> {
  /** What was wanted last, as one press of its own. */
  press: { to: State };
  end: Promise<Settled<State>>;
}

const lines = new Map<string, { end: Promise<unknown> }>();

/**
 * Brings one thing to the state somebody wants. Pressed again while a call is on its way, the newest state follows once
 * that has ended, and none in between: calls that overtake each other on the wire would leave what an earlier press
 * wanted. Whoever leaves the page does not wait: what is left to send leaves at once.
 * @param about names the thing, as `coração 12`
 * @param send must be harmless to repeat, and outlive the page (`keepalive`)
 * @returns how it ended; null to presses that a later one took over
 */
export async function settle<State>(
  about: string,
  from: State,
  to: State,
  send: (state: State) => Promise<unknown>,
): Promise<Settled<State> | null> {
  const press = { to };
  const line = (lines.get(about) ?? {}) as Line<State>;
  line.press = press;
  line.end ??= bring(line, about, from, send);
  const end = await line.end;
  return line.press === press ? end : null;
}

/** Ends when nothing is on its way any more: what is read sooner would be older than the screen. */
export const allSettled = () => Promise.allSettled([...lines.values()].map(({ end }) => end));

async function bring<State>(
  line: Line<State>,
  about: string,
  now: State,
  send: (state: State) => Promise<unknown>,
): Promise<Settled<State>> {
  let sent: State;
  let problem: unknown;
  const leave = () => line.press.to !== sent && send(line.press.to).catch(() => undefined);
  lines.set(about, line);
  addEventListener('pagehide', leave);
  do {
    sent = line.press.to;
    // One after another is the point of it.
    // oxlint-disable-next-line no-await-in-loop
    problem = await send(sent).then(
      () => null,
      (error: unknown) => error,
    );
    if (!problem) now = sent;
  } while (line.press.to !== sent);
  lines.delete(about);
  removeEventListener('pagehide', leave);
  if (problem && !(problem instanceof ApiError)) throw problem;
  return { now, problem } as Settled<State>;
}
