import { randomBytes } from 'node:crypto';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { DB } from '#db/schema.ts';
import { splitSale, type FeeRule } from '#domain/fees.ts';
import * as postings from '#domain/postings.ts';
import { post } from '#server/ledger/post.ts';

/**
 * Business facts as the steps that the application writes for them, so that a test can leave one out, turn
 * two round or change one, and see PostgreSQL refuse the whole.
 */
export type Step = RawBuilder<unknown> | postings.Journal | ((made: Made) => Step);

/** Ids that are known only while a fact is being written. */
export interface Made {
  refundId: number;
  withdrawalId: number;
}

export interface Sale {
  orderId: number;
  paymentId: number;
  buyerId: number;
  sellerId: number;
  totalCents: number;
}

export const feeRule: FeeRule = {
  commissionBps: 990,
  minCommissionCents: 50,
  maxCommissionCents: 50_000,
  guaranteeBps: 50,
};

/** People and one listing to trade. Rows that the ledger doesn't look at are as thin as they may be. */
export async function plantMarket(db: Kysely<DB>, people: number): Promise<{ userIds: number[] }> {
  const tag = randomBytes(4).toString('hex');
  await sql`insert into rule_versions (rules) values ('{}')`.execute(db);
  const { rows } = await sql<{ id: number }>`
    insert into users (username, email, password_hash, terms_accepted_at)
    select 'u' || ${tag} || n, 'u' || ${tag} || n || '@x', '', now() from generate_series(1, ${people}::int) n
    returning id`.execute(db);
  await sql`insert into categories (slug, name) values ('c-' || ${tag}, 'Categoria')`.execute(db);
  await sql`insert into listings (seller_id) select max(id) from users`.execute(db);
  await sql`insert into listing_versions (listing_id, title, description, category_id, price_cents, delivery_type,
      promised_hours, plan, attributes, image_keys)
    select (select max(id) from listings), '', '', (select max(id) from categories), 100, 'automatic', 0, 'prata',
      '{}', '{}'`.execute(db);
  return { userIds: rows.map((row) => row.id) };
}

/** An order waiting for its Pix. */
export async function placeSale(
  db: Kysely<DB>,
  parties: { buyerId: number; sellerId: number; totalCents: number },
): Promise<Sale> {
  const { buyerId, sellerId, totalCents } = parties;
  const split = splitSale(totalCents, feeRule);
  const { rows } = await sql<{ id: number; order_id: number }>`
    with o as (
      insert into orders (hash, buyer_id, seller_id, listing_id, listing_version_id, rule_version_id, quantity,
        unit_price_cents, total_cents, commission_cents, guarantee_cents, delivery_type, promised_hours)
      values (${token(32)}, ${buyerId}, ${sellerId}, (select max(id) from listings),
        (select max(id) from listing_versions), (select max(id) from rule_versions), 1, ${totalCents}, ${totalCents},
        ${split.commissionCents}, ${split.guaranteeCents}, 'automatic', 0)
      returning id)
    insert into payments (order_id, provider, method, amount_cents, reference, expires_at)
    select o.id, 'test', 'pix', ${totalCents}, ${token(32)}, now() from o returning id, order_id`.execute(db);
  return { orderId: rows[0]!.order_id, paymentId: rows[0]!.id, ...parties };
}

/** One more charge of the same order, for money that comes twice. */
export async function chargeAgain(db: Kysely<DB>, sale: Sale): Promise<Sale> {
  const { rows } = await sql<{ id: number }>`
    insert into payments (order_id, provider, method, amount_cents, reference, expires_at)
    values (${sale.orderId}, 'test', 'pix', ${sale.totalCents}, ${token(32)}, now()) returning id`.execute(
    db,
  );
  return { ...sale, paymentId: rows[0]!.id };
}

export const paying = (sale: Sale, surplusCents = 0): Step[] => [
  event(sale, 'pay', 'awaiting_payment', 'paid', 'system'),
  arrived(sale, sale.totalCents + surplusCents),
  sql`insert into settlements (order_id, seller_id, net_cents)
    values (${sale.orderId}, ${sale.sellerId}, ${splitSale(sale.totalCents, feeRule).netCents})`,
  postings.capture(sale),
  ...(surplusCents > 0 ? givingBack(sale, surplusCents, 'wrong_amount') : []),
];

/** Money that no escrow waits for. */
export const payingInVain = (sale: Sale): Step[] => [
  arrived(sale, sale.totalCents),
  ...givingBack(sale, sale.totalCents, 'duplicate_payment'),
];

export const delivering = (sale: Sale): Step[] => [
  event(sale, 'deliver_codes', 'paid', 'delivered', 'system'),
];

export const concluding = (sale: Sale, refundedCents = 0): Step[] => {
  const split = splitSale(sale.totalCents - refundedCents, feeRule);
  return [
    event(sale, 'confirm', 'delivered', 'completed', 'buyer'),
    sql`update settlements set state = 'pending_release', net_cents = ${split.netCents}, release_at = market_now()
      where order_id = ${sale.orderId}`,
    postings.conclude({ orderId: sale.orderId, split }),
  ];
};

export const releasing = (sale: Sale, refundedCents = 0): Step[] => {
  const { netCents } = splitSale(sale.totalCents - refundedCents, feeRule);
  return [
    sql`select from orders where id = ${sale.orderId} for update`,
    sql`update settlements set state = 'released', released_at = market_now() where order_id = ${sale.orderId}`,
    postings.release({ orderId: sale.orderId, sellerId: sale.sellerId, netCents }),
  ];
};

export const refundingPart = (sale: Sale, amountCents: number): Step[] => [
  sql`select from orders where id = ${sale.orderId} for update`,
  newRefund(sale, amountCents, 'order_cancelled'),
  ({ refundId }) => postings.refund({ refundId, orderId: sale.orderId, amountCents }),
];

export const cancelling = (sale: Sale, refundedCents = 0): Step[] => [
  event(sale, 'cancel_sale', 'paid', 'cancelled', 'seller'),
  sql`update settlements set state = 'reversed' where order_id = ${sale.orderId}`,
  newRefund(sale, sale.totalCents - refundedCents, 'order_cancelled'),
  ({ refundId }) =>
    postings.refund({ refundId, orderId: sale.orderId, amountCents: sale.totalCents - refundedCents }),
];

export const payingRefund = (refund: { refundId: number; amountCents: number }): Step[] => [
  sql`update refunds set state = 'processing' where id = ${refund.refundId}`,
  sql`update refunds set state = 'completed', completed_at = market_now() where id = ${refund.refundId}`,
  postings.refundPaid(refund),
];

export interface Withdrawal {
  withdrawalId: number;
  userId: number;
  amountCents: number;
  feeCents: number;
}

export const asking = (asked: Omit<Withdrawal, 'withdrawalId'>): Step[] => [
  sql`insert into withdrawals (user_id, amount_cents, fee_cents, pix_key_type, pix_key, holder_name)
    values (${asked.userId}, ${asked.amountCents}, ${asked.feeCents}, 'cpf', '11144477735', 'Ana')
    returning id as withdrawal_id`,
  ({ withdrawalId }) => postings.withdrawalAsked({ withdrawalId, ...asked }),
];

export const payingOut = (withdrawal: Withdrawal): Step[] => [
  ...['approved', 'processing', 'paid'].map((state) => turn(withdrawal, state)),
  postings.withdrawalPaid(withdrawal),
];

export const rejecting = (withdrawal: Withdrawal): Step[] => [
  turn(withdrawal, 'rejected'),
  postings.withdrawalReturned(withdrawal),
];

export const bouncing = (withdrawal: Withdrawal): Step[] => [
  ...['approved', 'processing', 'failed', 'returned'].map((state) => turn(withdrawal, state)),
  postings.withdrawalReturned(withdrawal),
];

/** Writes the steps in one transaction, as the application would. */
export function write(db: Kysely<DB>, steps: Step[]): Promise<Made> {
  return db.transaction().execute((tx) => writeIn(tx, steps));
}

export async function writeIn(tx: Transaction<DB>, steps: Step[]): Promise<Made> {
  const made: Made = { refundId: 0, withdrawalId: 0 };
  for (const step of steps) await writeStep(tx, step, made);
  return made;
}

/** The statement is tried alone, all ties made immediate. @returns why it failed; null if it didn't */
export async function refusalOf(db: Kysely<DB>, statement: string): Promise<Refusal | null> {
  const attempt = db.transaction().execute(async (tx) => {
    await sql.raw(statement).execute(tx);
    await sql`set constraints all immediate`.execute(tx);
  });
  return attempt.then(() => null, toRefusal);
}

/** The steps are written as one transaction. @returns why it failed; null if it didn't */
export function refusalOfSteps(db: Kysely<DB>, steps: Step[]): Promise<Refusal | null> {
  return write(db, steps).then(() => null, toRefusal);
}

/** A SQLSTATE with the constraint's name, or an error code of ours. */
export interface Refusal {
  code: string;
  constraint?: string;
}

export function isJournal(step: Step): step is postings.Journal {
  return typeof step === 'object' && 'legs' in step;
}

function toRefusal(error: Refusal): Refusal {
  return { code: error.code, constraint: error.constraint };
}

async function writeStep(tx: Transaction<DB>, step: Step, made: Made): Promise<void> {
  if (typeof step === 'function') return writeStep(tx, step(made), made);
  if (isJournal(step)) return void (await post(tx, step));
  const { rows } = await step.execute(tx);
  const row = rows[0] as { refund_id?: number; withdrawal_id?: number } | undefined;
  made.refundId = row?.refund_id ?? made.refundId;
  made.withdrawalId = row?.withdrawal_id ?? made.withdrawalId;
}

/** Letters and digits by chance; long enough for an order's hash and a Pix reference. */
export const token = (length: number) => randomBytes(length).toString('hex').slice(0, length);

const event = (sale: Sale, name: string, from: string, to: string, actor: string) => sql`
  select turn_order(id, state_seq, ${[name]}, ${[from, to]}, ${actor}, null, market_now(), null, null, null)
  from orders where id = ${sale.orderId}`;

const arrived = (sale: Sale, receivedCents: number) => sql`
  update payments set state = 'confirmed', received_cents = ${receivedCents}, end_to_end_id = ${token(32)},
    confirmed_at = market_now()
  where id = ${sale.paymentId}`;

const newRefund = (sale: Sale, amountCents: number, reason: string) => sql`
  insert into refunds (order_id, payment_id, reason, amount_cents)
  values (${sale.orderId}, ${sale.paymentId}, ${reason}, ${amountCents}) returning id as refund_id`;

const givingBack = (sale: Sale, amountCents: number, reason: string): Step[] => [
  newRefund(sale, amountCents, reason),
  ({ refundId }) => postings.refundReceived({ refundId, paymentId: sale.paymentId, amountCents }),
];

const turn = (withdrawal: Withdrawal, state: string) =>
  sql`update withdrawals set state = ${state} where id = ${withdrawal.withdrawalId}`;
