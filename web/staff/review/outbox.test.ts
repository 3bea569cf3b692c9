import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Decision, Outcome } from './outbox.ts';
import { createOutbox, isDecided } from './outbox.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const decision = (id: number, changes: Partial<Decision> = {}): Decision => ({
  id,
  title: `Anúncio ${id}`,
  revisionId: undefined,
  decision: 'approve',
  reasons: [],
  note: '',
  key: `chave-${id}`,
  ...changes,
});

function setup() {
  const outcomes: Outcome[] = [];
  const calls: [id: number, key: string, leaving: boolean][] = [];
  const stored: Decision[][] = [];
  const outbox = createOutbox({
    undoMs: 6_000,
    retryMs: 10_000,
    send: async ({ id, key }, leaving) => {
      calls.push([id, key, leaving]);
      return outcomes.shift() ?? { is: 'saved' };
    },
    keep: (unsent) => stored.push(unsent),
  });
  const stepOf = (id: number) => outbox.entries().get(id)?.step;
  const storedIds = () => stored.at(-1)!.map(({ id }) => id);
  return { outbox, outcomes, calls, stepOf, storedIds };
}

test('a decision is sent after its delay and stays hidden until a newer queue has loaded', async () => {
  const { outbox, calls, stepOf, storedIds } = setup();
  outbox.decide(decision(1));
  expect([stepOf(1), storedIds(), calls]).toEqual(['held', [1], []]);
  await vi.advanceTimersByTimeAsync(6_000);
  expect([stepOf(1), storedIds(), calls]).toEqual(['saved', [], [[1, 'chave-1', false]]]);
  expect(isDecided(outbox.entries().get(1))).toBe(true);
  outbox.forget(outbox.over());
  expect(stepOf(1)).toBeUndefined();
});

test('an undone decision is never sent, and its note is still available', async () => {
  const { outbox, calls, storedIds } = setup();
  outbox.decide(decision(1, { decision: 'reject', reasons: ['other'], note: 'Faltou dizer o tamanho.' }));
  expect(outbox.undo()?.id).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([calls, storedIds(), outbox.undo()]).toEqual([[], [], null]);
  const entry = outbox.entries().get(1);
  expect([isDecided(entry), entry?.decision.note]).toEqual([false, 'Faltou dizer o tamanho.']);
});

test('an unanswered decision stays hidden and stored, and is retried with the same key until answered', async () => {
  const { outbox, outcomes, calls, stepOf, storedIds } = setup();
  outcomes.push({ is: 'unanswered' }, { is: 'unanswered' });
  outbox.decide(decision(1));
  await vi.advanceTimersByTimeAsync(6_000);
  expect([stepOf(1), storedIds(), isDecided(outbox.entries().get(1))]).toEqual(['unanswered', [1], true]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(calls).toEqual(Array.from({ length: 3 }, () => [1, 'chave-1', false]));
  expect([stepOf(1), storedIds()]).toEqual(['saved', []]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toHaveLength(3);
});

test('when the connection returns each is sent at once and only once', async () => {
  const { outbox, outcomes, calls } = setup();
  outcomes.push({ is: 'unanswered' }, { is: 'unanswered' });
  outbox.decide(decision(1));
  outbox.decide(decision(2));
  await vi.advanceTimersByTimeAsync(6_000);
  await Promise.all([outbox.retry(), outbox.retry()]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls.map(([id]) => id)).toEqual([1, 2, 1, 2]);
});

test('decisions that an earlier page could not send are sent by the next one', async () => {
  const { outbox, calls, stepOf } = setup();
  outbox.restore([decision(7)]);
  await vi.advanceTimersByTimeAsync(0);
  expect([calls, stepOf(7)]).toEqual([[[7, 'chave-7', false]], 'saved']);
});

test('a refusal returns the item with its reason; a colleague’s earlier decision does not', async () => {
  const { outbox, outcomes, storedIds } = setup();
  outcomes.push({ is: 'refused', problem: 'O preço mudou.' }, { is: 'overtaken' });
  outbox.decide(decision(1));
  outbox.decide(decision(2));
  await vi.advanceTimersByTimeAsync(6_000);
  const [first, second] = [outbox.entries().get(1), outbox.entries().get(2)];
  expect([first?.problem, isDecided(first), isDecided(second)]).toEqual(['O preço mudou.', false, true]);
  expect([storedIds(), outbox.over()]).toEqual([[], [2]]);
});

test('a closing page sends everything that could still be undone', async () => {
  const { outbox, calls } = setup();
  outbox.decide(decision(1));
  outbox.decide(decision(2));
  outbox.flush();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toEqual([
    [1, 'chave-1', true],
    [2, 'chave-2', true],
  ]);
});
