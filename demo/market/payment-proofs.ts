import { sql } from 'kysely';
import { cancelSale } from '#contract/orders/orders.ts';
import {
  decidePaymentProof,
  loadBankLines,
  sendPaymentProof,
  uploadPaymentProofFile,
} from '#contract/payments/payment-proofs.ts';
import { statementHeader } from '#domain/payments/bank-files/statements.ts';
import { orderCode } from '#domain/orders/orders.ts';
import { fixedPeople, people } from '#demo/people.ts';
import { demoUsername } from './accounts.ts';
import { drawBankReceipt } from './bank-receipt.ts';
import type { Transfer } from './bank-receipt.ts';
import type { DemoApi } from './demo-api.ts';

/** The final step of a manual payment: in review, approved by one person, approved, rejected, or paid and refunded. */
export const paymentProofStories = [
  'receipt_sent',
  'receipt_proposed',
  'receipt_approved',
  'receipt_refused',
  'receipt_returned',
] as const;
export type PaymentProofStory = (typeof paymentProofStories)[number];

export function isPaymentProofStory(story: string): story is PaymentProofStory {
  return (paymentProofStories as readonly string[]).includes(story);
}

interface ManualPayment {
  story: PaymentProofStory;
  buyer: string;
  seller: string;
  daysAgo: number;
}

const banks = [
  ['Banco Violeta', '#6d28a8'],
  ['Banco Laranja', '#c2570c'],
  ['Banco Verde', '#15803d'],
  ['Banco Azul', '#1d4ed8'],
] as const;
const minute = 1 / (24 * 60);

/** Plays the receipt of an order that waits for it, with the statement that proves it, through the API. */
export async function playPaymentProof(
  api: DemoApi,
  { story, buyer, seller, daysAgo }: ManualPayment,
  order: { id: number; hash: string },
): Promise<void> {
  await api.goTo(daysAgo - 12 * minute);
  const transfer = await transferFor(api, buyer, order.id);
  const { id: fileId } = await api.call(buyer, uploadPaymentProofFile, {
    body: await drawBankReceipt(transfer),
  });
  const { payerName, bank, paidAt, cents: amountCents } = transfer;
  await api.call(buyer, sendPaymentProof, {
    params: { hash: order.hash },
    body: { fileId, payerName, bank, paidAt: paidAt.toISOString(), amountCents },
  });
  const params = { id: await found(api, sql`select id from receipts where order_id = ${order.id}`) };
  await api.goTo(daysAgo - 40 * minute);
  if (story === 'receipt_refused')
    return void (await api.call(demoUsername('suporte'), decidePaymentProof, {
      params,
      body: { decision: 'reject', refusal: 'illegible' },
    }));
  // Who loads a statement does not approve by it (decision 74).
  await api.call(demoUsername('admin2'), loadBankLines, { body: { statement: statementWith(transfer) } });
  if (story === 'receipt_sent') return;
  const bankLineId = await found(api, sql`select id from bank_lines where bank_id = ${transfer.bankId}`);
  const body = { decision: 'approve', bankLineId } as const;
  const decider = demoUsername(story === 'receipt_proposed' ? 'suporte' : 'admin');
  await api.call(decider, decidePaymentProof, { params, body });
  if (story === 'receipt_returned')
    await api.call(seller, cancelSale, { params: { hash: order.hash }, body: { reason: 'no_stock' } });
}

async function transferFor(api: DemoApi, buyer: string, orderId: number): Promise<Transfer> {
  const { rows } = await sql<{ cents: number; now: Date }>`
    select total_cents as cents, market_now() as now from orders where id = ${orderId}`.execute(api.ctx.db);
  const { cents, now } = rows[0]!;
  const [bank, color] = banks[orderId % banks.length]!;
  const paidAt = new Date(now.getTime() - 3 * 60_000);
  const payerName = [...fixedPeople, ...people].find(({ username }) => username === buyer)!.name;
  const bankId = `E60746948${paidAt.toISOString().replaceAll(/\D/g, '').slice(0, 12)}${orderCode(orderId)}`;
  return { bank, color, bankId, paidAt, cents, payerName };
}

async function found({ ctx }: DemoApi, which: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ id: number }>`${which}`.execute(ctx.db);
  return rows[0]!.id;
}

/** The payment among others of its day, one of them of the same amount. */
function statementWith({ bankId, paidAt, cents, payerName }: Transfer): string {
  const row = (id: string, minutes: number, amountCents: number, name: string, document: string) =>
    [
      id,
      new Date(paidAt.getTime() + minutes * 60_000).toISOString(),
      (amountCents / 100).toFixed(2),
      name,
      document,
    ].join(';');
  return [
    statementHeader,
    row(bankId, 1, cents, payerName.toUpperCase(), '39053344705'),
    row(`${bankId}B`, -94, cents, 'JOANA PRADO LIMA', '11144477735'),
    row(`${bankId}C`, -12, cents - 1_000, 'MERCADINHO BOA VISTA LTDA', '11222333000181'),
  ].join('\n');
}
