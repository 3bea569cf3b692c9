import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api.ts';
import { allWritesSettled, writeLatest } from './latest-write.ts';

/** The calls in their order, each with a function that ends it. */
let calls: { about: string; on: boolean; end: (error?: ApiError) => void }[];
let page: EventTarget;

beforeEach(() => {
  calls = [];
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => vi.unstubAllGlobals());

const press = (on: boolean, about = 'coração 1') =>
  writeLatest(
    about,
    !on,
    on,
    (state) =>
      new Promise<void>((resolve, reject) =>
        calls.push({ about, on: state, end: (error) => (error ? reject(error) : resolve()) }),
      ),
  );

const nextTick = () => new Promise((resolve) => setImmediate(resolve));
const sent = () => calls.map(({ on }) => on);
const offline = new ApiError({ code: 'network', status: 0, detail: 'Sem conexão com o site.' });

test('a second press waits for the first call, and a press about another subject does not', async () => {
  const ends = [press(true), press(false), press(true, 'coração 2')];
  expect(calls.map(({ about, on }) => [about, on])).toEqual([
    ['coração 1', true],
    ['coração 2', true],
  ]);
  for (const call of calls) call.end();
  await nextTick();
  expect(sent()).toEqual([true, true, false]);
  calls[2]!.end();
  expect((await Promise.all(ends)).map((end) => end && end.now)).toEqual([null, false, true]);
});

test('of many presses the last one counts, and a state that was sent is not sent again', async () => {
  const ends = [press(true), press(false), press(true)];
  calls[0]!.end();
  expect(await Promise.all(ends)).toEqual([null, null, { now: true, problem: null }]);
  expect(sent()).toEqual([true]);
  press(false);
  expect(sent()).toEqual([true, false]);
  calls[1]!.end();
});

test('a failed call does not block the next, and the outcome is the state of the server', async () => {
  const ends = [press(true), press(false)];
  calls[0]!.end(offline);
  await nextTick();
  calls[1]!.end();
  expect(await Promise.all(ends)).toEqual([null, { now: false, problem: null }]);

  const [first, last] = [press(true), press(false)];
  calls[2]!.end();
  await nextTick();
  calls[3]!.end(offline);
  expect(await first).toBeNull();
  expect(await last).toEqual({ now: true, problem: offline });
});

test('leaving the page sends the last press at once', async () => {
  const end = press(true);
  page.dispatchEvent(new Event('pagehide'));
  expect(sent()).toEqual([true]);
  const second = press(false);
  page.dispatchEvent(new Event('pagehide'));
  expect(sent()).toEqual([true, false]);
  // A page restored from the cache continues where it was.
  for (const call of calls) call.end();
  await nextTick();
  calls[2]!.end();
  expect(await Promise.all([end, second])).toEqual([null, { now: false, problem: null }]);
  page.dispatchEvent(new Event('pagehide'));
  expect(sent()).toEqual([true, false, false]);
});

test('allWritesSettled waits for the last call', async () => {
  const events: string[] = [];
  void press(true);
  void press(false);
  const reading = allWritesSettled().then(() => events.push('read'));
  calls[0]!.end(offline);
  await nextTick();
  expect(events).toEqual([]);
  calls[1]!.end();
  await reading;
  expect(events).toEqual(['read']);
  await allWritesSettled();
});

test('an error other than ApiError is rethrown, and the next press starts afresh', async () => {
  const broken = new Error('defect');
  const end = press(true);
  calls[0]!.end(broken as ApiError);
  await expect(end).rejects.toBe(broken);
  void press(false);
  expect(sent()).toEqual([true, false]);
  calls[1]!.end();
});
