import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ComplaintSide } from '#domain/complaints/complaints.ts';
import { openComplaints, words } from '#test/complaints/complaints.ts';
import type { Complaints, Dispute } from '#test/complaints/complaints.ts';
import { day, hour, minute } from '#test/orders/sales.ts';

/** What a refusal says is still possible, against what the next call is taken for: neither more nor less. */
let market: Complaints;
beforeAll(async () => void (market = await openComplaints()));
afterEach(() => market.sales.checkBooks());
afterAll(() => market.sales.close());

const inADay = async () => {
  const { rows } = await sql<{ now: Date }>`select market_now() as now`.execute(market.sales.db);
  return new Date(rows[0]!.now.getTime() + day - minute).toISOString();
};

async function proposed(by: ComplaintSide): Promise<Dispute> {
  const dispute = await market.answered();
  await market.proposed(dispute, dispute[by], { kind: 'partial', percent: 20 });
  return dispute;
}

async function agreed(): Promise<Dispute> {
  const dispute = await market.answered();
  const fix = { kind: 'fix', promiseBy: await inADay() };
  const id = await market.proposed(dispute, dispute.seller, fix);
  expect((await market.answerProposal(dispute, dispute.buyer, id)).status).toBe(200);
  return dispute;
}

async function asked(): Promise<Dispute> {
  const dispute = await market.mediated();
  const body = { side: 'seller', words };
  const answer = await market.post(market.support, `/staff/complaints/${dispute.complaintId}/requests`, body);
  expect(answer.status, answer.text).toBe(201);
  return dispute;
}

/** After something more was done to a case. */
const then = async (dispute: Promise<Dispute>, act: (of: Dispute) => Promise<unknown>) => {
  const done = await dispute;
  await act(done);
  return done;
};
const partial = { result: 'partial', percent: 50 };

const scenes: Record<string, () => Promise<Dispute>> = {
  opened: () => market.opened(),
  'opened because the account was recovered': () => market.opened({}, { reason: 'recovered' }),
  // The sweep that decides for the buyer has not come yet.
  'opened 48 hours ago': () => then(market.opened(), () => market.sales.moveClock(48 * hour + 1_000)),
  answered: () => market.answered(),
  'answered a day ago': () => then(market.answered(), () => market.sales.moveClock(day)),
  'proposed by the buyer': () => proposed('buyer'),
  'proposed by the seller': () => proposed('seller'),
  'proposed two days ago': () => then(proposed('seller'), () => market.sales.moveClock(48 * hour + 1_000)),
  agreed,
  fulfilled: () => then(agreed(), (of) => market.act(of, of.seller, 'fulfilment', { words })),
  mediated: () => market.mediated(),
  asked,
  'decided for the buyer': () => market.decided({ result: 'full' }),
  'decided for both': () => market.decided(partial),
  'accepted by one of both': () =>
    then(market.decided(partial), (of) => market.act(of, of.buyer, 'acceptance')),
  'appealed by one of both': () => then(market.decided(partial), (of) => market.appeal(of, of.buyer)),
  appealed: () => then(market.decided({ result: 'full' }), (of) => market.appeal(of, of.seller)),
  'decided three days ago': () =>
    then(market.decided(partial), () => market.sales.moveClock(72 * hour + 1_000)),
  closed: () => then(market.opened(), (of) => market.act(of, of.buyer, 'withdrawal')),
};

async function send(dispute: Dispute, side: ComplaintSide, event: string) {
  const who = dispute[side];
  const { proposals, requests } = await market.seen(dispute, who);
  const proposal = proposals.findLast((one: { side: string }) => one.side !== side)?.id ?? 999_999;
  const request = requests.findLast((one: { side: string }) => one.side === side)?.id ?? 999_999;
  const calls: Record<string, [path: string, body?: object]> = {
    answer: ['answer', { words }],
    accept: [`proposals/${proposal}/answer`, { answer: 'accept' }],
    refuse: [`proposals/${proposal}/answer`, { answer: 'refuse' }],
    confirm_promise: ['confirmation'],
    fulfil: ['fulfilment', { words }],
    propose: ['proposals', { kind: 'keep' }],
    escalate: ['mediation'],
    answer_request: [`requests/${request}/answer`, { words }],
    appeal: ['appeal', { ground: 'error', words }],
    concede: ['acceptance'],
    waive: ['acceptance'],
    withdraw: ['withdrawal'],
  };
  if (event === 'add_file')
    return market.sales.request('POST', `/complaints/${dispute.complaintId}/files?name=nota.txt`, {
      token: who.token,
      body: Buffer.from(words),
      headers: { 'content-type': 'text/plain' },
    });
  return market.call(dispute, who, ...calls[event]!);
}

const everything =
  'answer accept refuse confirm_promise fulfil propose escalate answer_request appeal concede waive withdraw add_file';
/** One endpoint accepts a decision, whichever of the two that is. */
const same: Record<string, string> = { concede: 'waive', waive: 'concede' };

test.each(
  Object.keys(scenes).flatMap((scene) => (['buyer', 'seller'] as const).map((side) => ({ scene, side }))),
)('a refusal lists exactly the allowed actions: $scene, the $side', async ({ scene, side }) => {
  const dispute = await scenes[scene]!();
  // A side never does what is the other's.
  const { body } = await send(dispute, side, side === 'buyer' ? 'answer' : 'withdraw');
  expect(body.code).toBe('wrong_state');
  const possible: string[] = body.meta.allowed;
  const { actions } = await market.seen(dispute, dispute[side]);
  for (const { event, allowed } of actions) expect(possible.includes(event), event).toBe(allowed);
  for (const event of everything
    .split(' ')
    .filter((one) => !possible.includes(one) && !possible.includes(same[one]!)))
    expect((await send(dispute, side, event)).status, `${event} is not named`).toBeGreaterThanOrEqual(400);
  for (const [place, event] of possible.entries()) {
    const fresh = place === 0 ? dispute : await scenes[scene]!();
    const answer = await send(fresh, side, event);
    expect(answer.status, `${event} is named: ${answer.text}`).toBeLessThan(300);
  }
});
