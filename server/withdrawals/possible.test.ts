import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Answer } from '#test/http-request.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { payoutReference } from './references.ts';

/** What a refusal says is still possible, against what the next call is taken for: neither more nor less. */
let sales: Sales;
let admin: Person;
let colleague: Person;
let support: Person;
beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
  colleague = await sales.user({ role: 'admin' });
  support = await sales.user({ role: 'support' });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await sales.checkBooks();
});
afterAll(() => sales.close());

interface Asked {
  id: number;
  owner: Person;
}

const call = (who: Person, method: string, path: string, body?: object) =>
  sales.request(method, path, {
    token: who.token,
    ...(method === 'POST' && { key: true as const }),
    ...(body && { body }),
  });
const decide = (who: Person, { id }: Asked, decision: string) =>
  call(who, 'POST', `/staff/withdrawals/${id}/decision`, { decision, note: 'Confira os dados' });
const claim = (who: Person, { id }: Asked) => call(who, 'PUT', `/staff/holds/withdrawals/${id}`, {});
const repay = (who: Person, { id }: Asked) => call(who, 'POST', `/staff/withdrawals/${id}/repayment`, {});

/** A step to a scene that must succeed. */
async function then(withdrawal: Promise<Asked>, ...steps: ((of: Asked) => Promise<Answer>)[]) {
  const done = await withdrawal;
  for (const step of steps) {
    const answer = await step(done);
    expect(answer.status, answer.text).toBeLessThan(300);
  }
  return done;
}

async function asked(amountCents = 18_020): Promise<Asked> {
  const { seller: owner } = await sales.released({ priceCents: (amountCents / 901) * 1_000 });
  const answer = await call(owner, 'POST', '/withdrawals', { amountCents });
  expect(answer.status, answer.text).toBe(201);
  return { id: answer.data.id, owner };
}

/** Above what one person decides. */
const large = () => asked(540_600);

async function answered(state: 'processing' | 'failed'): Promise<Asked> {
  vi.spyOn(sales.bank, 'pay').mockResolvedValue({ state, providerId: 'x', reason: 'Fora do ar' });
  return then(asked(), (of) => decide(colleague, of, 'approve'));
}

const paid = () => then(asked(), (of) => decide(colleague, of, 'approve'));

/** The owner's account was deleted, then the bank sent the money back. */
async function ofNobody(): Promise<Asked> {
  const done = await then(paid(), ({ owner }) =>
    call(owner, 'POST', '/account-closures', { username: owner.username }),
  );
  await sales.moveClock(15 * day);
  await sales.drain();
  await sales.bank.returnPayout(payoutReference(done.id, 1));
  return done;
}

const scenes: Record<string, () => Promise<Asked>> = {
  requested: () => asked(),
  'claimed by a colleague': () => then(asked(), (of) => claim(colleague, of)),
  'claimed by the person': () =>
    then(
      asked(),
      (of) => claim(admin, of),
      (of) => claim(admin, of),
    ),
  'first approved by the person': () => then(large(), (of) => decide(admin, of, 'approve')),
  'first approved by a colleague': () => then(large(), (of) => decide(colleague, of, 'approve')),
  'first approved by the person, claimed by a colleague': () =>
    then(
      large(),
      (of) => decide(admin, of, 'approve'),
      (of) => claim(colleague, of),
    ),
  'at the bank': () => answered('processing'),
  'refused by the bank': () => answered('failed'),
  paid,
  rejected: () => then(asked(), (of) => decide(colleague, of, 'reject')),
  cancelled: () => then(asked(), ({ id, owner }) => call(owner, 'POST', `/withdrawals/${id}/cancellation`)),
  'returned by the bank': async () => {
    const done = await paid();
    await sales.bank.returnPayout(payoutReference(done.id, 1));
    return done;
  },
  'returned to a closed account': ofNobody,
  'returned to a closed account and requested again': () => then(ofNobody(), (of) => repay(colleague, of)),
};

const calls: Record<string, (who: Person, of: Asked) => Promise<Answer>> = {
  examine: claim,
  approve: (who, of) => decide(who, of, 'approve'),
  reject: (who, of) => decide(who, of, 'reject'),
  retry: (who, { id }) => call(who, 'POST', `/staff/withdrawals/${id}/attempt`),
  repay,
};

test.each(Object.keys(scenes))('a refusal lists exactly the actions allowed to staff: %s', async (scene) => {
  const withdrawal = await scenes[scene]!();
  // Where it may be tried again, that is no refusal.
  const ask = scene === 'refused by the bank' ? calls['approve']! : calls['retry']!;
  const refusal = await ask(admin, withdrawal);
  expect(refusal.status, refusal.text).toBe(409);
  const possible: string[] = refusal.body.meta.allowed;
  await compare(scene, admin, possible);
});

test('a refusal lists to support the actions allowed to support', async () => {
  const refusal = await calls['retry']!(support, await scenes['requested']!());
  expect(refusal.body).toMatchObject({ code: 'wrong_state', meta: { state: 'requested' } });
  await compare('requested', support, refusal.body.meta.allowed);
});

/** Whoever looks at what is held sees it, and nothing of it moves: that is no examination of theirs. */
const looked = ['examine'];

async function compare(scene: string, who: Person, possible: string[]): Promise<void> {
  let there: Asked | null = null;
  for (const [event, send] of Object.entries(calls)) {
    if (looked.includes(event) && !possible.includes(event)) continue;
    // What was refused changed nothing.
    there ??= await scenes[scene]!();
    const answer = await send(who, there);
    if (answer.status < 400) there = null;
    if (possible.includes(event))
      expect(answer.status, `${event} is named: ${answer.text}`).toBeLessThan(300);
    else expect(answer.status, `${event} is not named`).toBeGreaterThanOrEqual(400);
  }
}

test.each(Object.keys(scenes))(
  'a refusal lists exactly the actions allowed to its owner: %s',
  async (scene) => {
    const { id, owner } = await scenes[scene]!();
    const cancel = () => call(owner, 'POST', `/withdrawals/${id}/cancellation`);
    const first = await cancel();
    // A deleted account has no owner.
    if (first.status === 401) return;
    const { body } = first.status === 200 ? await cancel() : first;
    expect(body).toMatchObject({ code: 'wrong_state', meta: { allowed: [] } });
  },
);
