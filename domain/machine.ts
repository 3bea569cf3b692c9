/**
 * State machines as tables, event first: `deliver: { by: ['seller'], from: ['in_delivery'], to: 'delivered' }`.
 * The button, the handler and the SQL transition table all read the same row.
 */
export interface Transition<State extends string, Actor extends string> {
  /** The rule's code in `docs/rules.md`. */
  rule: string;
  by: readonly Actor[];
  from: readonly State[];
  to: State;
}

export type Machine<Event extends string, State extends string, Actor extends string> = Readonly<
  Record<Event, Transition<State, Actor>>
>;

export type Refusal = 'wrong_state' | 'wrong_actor';

/** The state after an event, or why the event is refused. */
export function nextState<E extends string, S extends string, A extends string>(
  machine: Machine<E, S, A>,
  event: E,
  state: S,
  actor: A,
): { to: S } | { refusal: Refusal } {
  const row = machine[event];
  if (!row.by.includes(actor)) return { refusal: 'wrong_actor' };
  if (!row.from.includes(state)) return { refusal: 'wrong_state' };
  return { to: row.to };
}

/**
 * The events this actor may cause in this state, in the order of the table.
 * @param but what else than the state rules out, as a date that is over
 */
export function allowedEvents<E extends string, S extends string, A extends string>(
  machine: Machine<E, S, A>,
  state: S,
  actor: A,
  ...but: E[]
): E[] {
  return (Object.keys(machine) as E[]).filter(
    (event) => !but.includes(event) && 'to' in nextState(machine, event, state, actor),
  );
}

/** Every (from, to, actor) the table permits: what the SQL transition tables must hold. */
export function transitionsOf<E extends string, S extends string, A extends string>(
  machine: Machine<E, S, A>,
): { event: E; from: S; to: S; actor: A }[] {
  return (Object.entries(machine) as [E, Transition<S, A>][]).flatMap(([event, row]) =>
    row.from.flatMap((from) => row.by.map((actor) => ({ event, from, to: row.to, actor }))),
  );
}
