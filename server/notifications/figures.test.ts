import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { formatMoment } from '#server/formats.ts';
import { openComplaints } from '#test/complaints/complaints.ts';
import type { Complaints } from '#test/complaints/complaints.ts';
import type { Answer } from '#test/http-request.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, hour } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

/** Amounts and dates in notices match what happened, and both sides are notified when a sale is stopped. */
let market: Complaints;
let sales: Sales;
beforeAll(async () => {
  market = await openComplaints();
  ({ sales } = market);
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

/** The texts of a person's notices with a title, newest first. */
async function told(who: Person, title: string): Promise<string[]> {
  await sales.drain();
  const { data } = await sales.request('GET', '/notifications', { token: who.token });
  return data.items
    .filter((item: { title: string }) => item.title === title)
    .map(({ description }: { description: string }) => description.replaceAll('\u00a0', ' '));
}

/** A withdrawal that was approved and sent. */
async function withdrawn(owner: Person, amountCents: number): Promise<void> {
  const { data } = await market.post(owner, '/withdrawals', { amountCents });
  const path = `/staff/withdrawals/${data.id}/decision`;
  const answer = await market.post(market.admin, path, { decision: 'approve', note: '' });
  expect(answer.status, answer.text).toBe(200);
}

test('a withdrawal with a fee is announced by the amount of its Pix, not by the amount that left the balance', async () => {
  const { seller } = await sales.released({ priceCents: 20_000 });
  await withdrawn(seller, 5_000);
  await withdrawn(seller, 4_000);
  expect(await told(seller, 'Saque solicitado')).toHaveLength(2);
  expect(await told(seller, 'Saque aprovado')).toEqual([
    'R$ 37,50 estão a caminho da sua conta.',
    'R$ 50,00 estão a caminho da sua conta.',
  ]);
  expect(await told(seller, 'Saque pago')).toEqual([
    'O Pix de R$ 37,50 foi enviado.',
    'O Pix de R$ 50,00 foi enviado.',
  ]);
});

test('a release that pays off a debt announces the free amount, and the amount that the debt took', async () => {
  const sale = await sales.released({ priceCents: 10_000, title: 'Teclado mecânico ABNT2' });
  const { seller } = sale;
  await withdrawn(seller, 9_010);
  const back = { amountCents: 10_000, note: 'O item veio com defeito de fábrica.' };
  expect((await sales.tryAct(sale, seller, 'refunds', back)).status).toBe(201);
  await sales.released({ priceCents: 10_000, seller, title: 'Monitor de 24 polegadas' });
  expect(await told(seller, 'Dinheiro liberado')).toEqual([
    'R$ 45,05 de «Monitor de 24 polegadas» já podem ser sacados. Outros R$ 45,05 pagaram o que você devia.',
    'R$ 90,10 de «Teclado mecânico ABNT2» já podem ser sacados.',
  ]);
});

/** An order whose codes were seen, with a withdrawal from the purchase that needs a decision. */
async function regretted(): Promise<Placed & { refundId: number }> {
  const sale = await sales.delivered({ codes: sales.codes(1), priceCents: 10_000 });
  await sales.act(sale, sale.buyer, 'reveal');
  expect((await sales.tryAct(sale, sale.buyer, 'regret', { destination: 'original' })).status).toBe(201);
  const { rows } = await sql<{ id: number }>`
    select id from refunds where order_id = ${sale.id} and reason = 'regret'`.execute(sales.db);
  return { ...sale, refundId: rows[0]!.id };
}

const decide = ({ refundId }: { refundId: number }, decision: 'approve' | 'reject'): Promise<Answer> =>
  market.post(market.admin, `/staff/refunds/${refundId}/decision`, {
    decision,
    note: 'O código foi usado e funcionou.',
  });

const goingOn = 'O valor e os prazos seguem de onde pararam.';

test('a seller who was notified of a withdrawal from the purchase is notified of its refusal', async () => {
  const sale = await regretted();
  expect(await told(sale.seller, 'Quem comprou desistiu')).toHaveLength(1);
  expect((await decide(sale, 'reject')).status).toBe(200);
  expect(await told(sale.seller, 'A venda continua')).toEqual([
    expect.stringMatching(new RegExp(`^A equipe recusou o reembolso de «.+»\\. ${goingOn}$`)),
  ]);
  expect(await told(sale.buyer, 'Reembolso recusado')).toHaveLength(1);
});

const bankSays = async ({ reference }: Placed, to: 'open' | 'kept') => {
  await sales.bank.contestCharge(reference, { to });
  await sales.drain();
};

test('no notice says that money or deadlines resume while something else still stops them', async () => {
  const sale = await regretted();
  await bankSays(sale, 'open');
  expect((await decide(sale, 'reject')).status).toBe(200);
  const [refused] = await told(sale.seller, 'A venda continua');
  expect(refused).not.toContain(goingOn);
  const dispute = await market.complain(sale);
  await market.act(dispute, dispute.buyer, 'withdrawal');
  expect(await told(sale.seller, 'Venda liberada')).toEqual([]);
  const again = await market.complain(sale, { reason: 'not_as_described' });
  await bankSays(sale, 'kept');
  for (const who of [sale.buyer, sale.seller]) {
    const [kept] = await told(who, 'Pagamento mantido');
    expect(kept).toMatch(/O pedido continua parado por outro motivo\.$/);
  }
  await market.act(again, again.buyer, 'withdrawal');
  expect(await told(sale.seller, 'Venda liberada')).toHaveLength(1);
});

test('an analysis that ends during a dispute at the bank is not announced as the end of the wait', async () => {
  const sale = await sales.delivered();
  const reason = { reason: 'unusual_sale', note: 'Três compras iguais em uma hora, de contas novas.' };
  expect((await market.post(market.admin, `/staff/orders/${sale.id}/analysis`, reason)).status).toBe(201);
  await bankSays(sale, 'open');
  await sales.moveClock(day + hour);
  for (const who of [sale.buyer, sale.seller])
    expect(await told(who, 'Análise encerrada')).toEqual([
      expect.stringMatching(/foi conferido\. O pedido continua parado por outro motivo\.$/),
    ]);
});

test('a proposal announces its answer deadline, at most the date that it promises', async () => {
  const dispute = await market.answered();
  const { now } = await sales.view(dispute);
  const promiseBy = new Date(Date.parse(now) + 20 * hour).toISOString();
  await market.proposed(dispute, dispute.seller, { kind: 'fix', promiseBy });
  const [words] = await told(dispute.buyer, 'Nova proposta de acordo');
  expect(words).toContain(`Aceite ou recuse até ${formatMoment(new Date(promiseBy))}.`);
});
