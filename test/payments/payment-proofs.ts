import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect } from 'vitest';
import { statementHeader } from '#domain/payments/bank-files/statements.ts';
import { marketNow } from '#server/database/transaction.ts';
import type { ListingOptions } from '#test/listings/listings-on-sale.ts';
import type { Person } from '#test/accounts/people.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

/** What a test changes of a receipt that would be let in. */
export interface ProofUpload {
  file?: Buffer;
  type?: string;
  fileId?: number;
  payerName?: string;
  paidAt?: Date;
  amountCents?: number;
}

/**
 * A photo that nobody has sent: as many squares of noise as its look is told by. Of finer noise the look is an average
 * near the middle everywhere, and one copy in twelve looked like another picture.
 */
export async function createPaymentProofFile(): Promise<Buffer> {
  const noise = await sharp(randomBytes(9 * 8 * 3), { raw: { width: 9, height: 8, channels: 3 } })
    .resize(480, 640, { kernel: 'nearest', fit: 'fill' })
    .png()
    .toBuffer();
  return sharp(noise).jpeg({ quality: 85 }).toBuffer();
}

/** Helpers for manual payments in a market of sales. */
export function paymentProofsOf(sales: Sales) {
  let lines = 0;

  /** A new listing, bought with manual payment. */
  async function owed(options: ListingOptions = {}, buyer?: Person): Promise<Placed> {
    const listing = await sales.publishedListing({ stock: 5, ...options });
    return sales.place(buyer ?? (await sales.user()), listing, 1, 'manual');
  }

  function upload(person: Person, bytes: Buffer, type = 'image/jpeg') {
    return sales.request('POST', '/receipt-files', {
      token: person.token,
      body: bytes,
      headers: { 'content-type': type },
    });
  }

  async function send(sale: Placed, given: ProofUpload = {}) {
    const { fileId = await fileOf(sale.buyer, given) } = given;
    const body = {
      fileId,
      payerName: given.payerName ?? 'Ana Souza',
      bank: 'Banco Exemplo',
      paidAt: (given.paidAt ?? (await now())).toISOString(),
      amountCents: given.amountCents ?? sale.totalCents,
    };
    return sales.request('POST', `/orders/${sale.hash}/receipts`, {
      token: sale.buyer.token,
      key: true,
      body,
    });
  }

  async function fileOf(person: Person, { file, type }: ProofUpload): Promise<number> {
    const answer = await upload(person, file ?? (await createPaymentProofFile()), type);
    expect(answer.status, answer.text).toBe(201);
    return answer.data.id;
  }

  /** A receipt that waits for staff. */
  async function sent(
    options: ListingOptions = {},
    given: ProofUpload = {},
  ): Promise<Placed & { receiptId: number }> {
    const sale = await owed(options);
    const answer = await send(sale, given);
    expect(answer.status, answer.text).toBe(201);
    return { ...sale, receiptId: await openReceipt(sale) };
  }

  async function openReceipt(sale: Placed): Promise<number> {
    const row = await sales.db
      .selectFrom('receipts')
      .select('id')
      .where('order_id', '=', sale.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return row.id;
  }

  const now = () => marketNow(sales.db);

  /** Loads statements and decides nothing: who loads a line does not approve by it (decision 74). */
  let loader: Promise<Person> | undefined;

  /** A credit on our account, loaded with the bank's statement by an admin who decides nothing. */
  async function line(amountCents: number, payerName = 'ANA SOUZA'): Promise<number> {
    const bankId = `E000000000000000000000${++lines}`;
    const at = (await now()).toISOString();
    const answer = await load(await (loader ??= sales.user({ role: 'admin' })), [
      `${bankId};${at};${(amountCents / 100).toFixed(2)};${payerName};11144477735`,
    ]);
    expect(answer.status, answer.text).toBe(200);
    const row = await sales.db
      .selectFrom('bank_lines')
      .select('id')
      .where('bank_id', '=', bankId)
      .executeTakeFirstOrThrow();
    return row.id;
  }

  function load(staff: Person, rows: string[]) {
    return sales.request('POST', '/staff/bank-lines', {
      token: staff.token,
      key: true,
      body: { statement: [statementHeader, ...rows].join('\n') },
    });
  }

  function approve(staff: Person, receiptId: number, bankLineId?: number) {
    return decide(staff, receiptId, { decision: 'approve', bankLineId });
  }

  function reject(staff: Person, receiptId: number, refusal: string | undefined = 'illegible') {
    return decide(staff, receiptId, { decision: 'reject', refusal });
  }

  function decide(staff: Person, receiptId: number, body: object) {
    return sales.request('POST', `/staff/receipts/${receiptId}/decision`, {
      token: staff.token,
      key: true,
      body,
    });
  }

  return { owed, upload, send, sent, openReceipt, line, load, approve, reject, decide };
}
