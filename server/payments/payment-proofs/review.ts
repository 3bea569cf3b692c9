import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type * as contract from '#contract/payments/payment-proofs.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { matchScore } from '#domain/payments/bank-files/statements.ts';
import { fail } from '#domain/errors.ts';
import { amountForTwoPeopleLimit } from '#domain/staff/money-decisions.ts';
import { orderCode } from '#domain/orders/orders.ts';
import { can } from '#domain/staff/permissions.ts';
import {
  maxImageHashDistance,
  openPaymentProofStates,
  rejectionEffect,
} from '#domain/payments/payment-proofs.ts';
import type { PaymentProofRefusal } from '#domain/payments/payment-proofs.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { whySecondPerson } from '#server/staff/money-decisions/sums.ts';
import { currentRules } from '#server/settings/queries.ts';
import { linkToProof } from './files.ts';
import { queueColumns, queueRow } from './queries.ts';
import type { QueueRow } from './queries.ts';
import { isUnusedLine } from './statements.ts';
import { readProofSums } from './decision-sums.ts';

type Detail = Reply<typeof contract.getStaffPaymentProof>;

interface Row extends QueueRow {
  hash: string;
  buyer_id: number;
  seller_id: number;
  seller: string;
  title: string;
  bank: string;
  paid_at: Date;
  amount_cents: number;
  key: string;
  media: string;
  imageHash: string | null;
  needs_two: boolean;
  bank_line_id: number | null;
  proposed_by: number | null;
  proposed_at: Date | null;
  decided_by_name: string | null;
  decided_at: Date | null;
  refusal: PaymentProofRefusal | null;
  note: string | null;
}

/** One proof with everything needed to decide: the file, the candidate statement lines and the earlier decisions. */
export async function getStaffProof(ctx: Ctx, viewer: Viewer, id: number): Promise<Detail> {
  const row = (await findProof(ctx.db, id)) ?? fail('not_found');
  const { rules } = await currentRules(ctx.db);
  const [lines, sums] = await Promise.all([
    linesFor(ctx.db, row),
    readProofSums(ctx.db, viewer, row.order_id),
  ]);
  const { twoPeopleAboveCents } = rules.receipts;
  const isOpen = openPaymentProofStates.includes(row.state);
  const needsTwo =
    row.needs_two || (isOpen && amountForTwoPeopleLimit(sums, row.total_cents) > twoPeopleAboveCents);
  const obstacle = obstacleOf(viewer, row);
  const { proposed_by_name: by, proposed_at: at } = row;
  return {
    ...queueRow(row, rules.receipts),
    // The decider compares the full name with the picture and the statement line.
    payerName: row.payer_name,
    hash: row.hash,
    title: row.title,
    seller: row.seller,
    bank: row.bank,
    paidAt: row.paid_at.toISOString(),
    amountCents: row.amount_cents,
    file: await linkToProof(ctx, viewer, {
      ...row,
      name: `comprovante-${orderCode(row.order_id)}-${row.sending}`,
    }),
    similar: await similarTo(ctx.db, row),
    earlier: await earlierOf(ctx.db, row),
    candidates: lines.filter((line) => line.id !== row.bank_line_id),
    line: lines.find((line) => line.id === row.bank_line_id) ?? null,
    proposal:
      by && at
        ? {
            by,
            mine: row.proposed_by === viewer.id,
            at: at.toISOString(),
            refusal: row.decided_at ? null : row.refusal,
            note: row.decided_at ? null : row.note,
          }
        : null,
    needsTwo,
    sumReason: isOpen ? whySecondPerson(sums, row.total_cents, twoPeopleAboveCents) : null,
    decision: row.decided_at && {
      by: row.decided_by_name,
      at: row.decided_at.toISOString(),
      refusal: row.refusal,
      note: row.note,
    },
    consent: consentNow(viewer, row, needsTwo),
    refusing: rejectionEffect(viewer.role === 'admin' ? 'admin' : 'support'),
    decidable: obstacle === null,
    notDecidableBecause: obstacle,
  };
}

async function findProof(db: Queryable, id: number): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select ${queueColumns}, o.hash, o.buyer_id, o.seller_id, v.title, t.bank, t.paid_at, t.amount_cents, f.key, f.media,
      f.look::text as "imageHash", t.needs_two, t.bank_line_id, t.proposed_by, t.proposed_at, t.decided_at, t.refusal, t.note,
      (select username::text from users where id = o.seller_id) as seller,
      (select username::text from users where id = t.decided_by) as decided_by_name
    from receipts t join orders o on o.id = t.order_id join receipt_files f on f.id = t.file_id
      join listing_versions v on v.id = o.listing_version_id
    where t.id = ${id}`.execute(db);
  return rows[0];
}

/** The effect of this viewer's approval, if they choose the proposed line or the first one. */
function consentNow(viewer: Viewer, row: Row, needsTwo: boolean): Detail['consent'] {
  if (viewer.role !== 'admin') return 'propose';
  const seconds = row.bank_line_id !== null && row.proposed_by !== viewer.id;
  return !needsTwo || seconds ? 'approve' : 'propose';
}

/** The text why this viewer can't decide it; null when they can. */
function obstacleOf(viewer: Viewer, row: Row): string | null {
  if (!openPaymentProofStates.includes(row.state)) return 'Este comprovante já foi decidido.';
  const answer = can(viewer, 'decide_receipt', { buyerId: row.buyer_id, sellerId: row.seller_id });
  return answer.ok ? null : 'Você participa deste pedido. Outra pessoa da equipe decide.';
}

interface LineRow {
  id: number;
  bank_id: string;
  at: Date;
  amount_cents: number;
  payer_name: string;
  document: string;
}

const shownLines = 6;
const nearbyLines = 200;

/**
 * Unused lines around the day that the buyer stated, best match first, and the chosen one. Exact amounts are found by the
 * index bank_lines_amount; near amounts, such as two centavos less, by bank_lines_at.
 */
async function linesFor(db: Queryable, row: Row): Promise<contract.BankLineRow[]> {
  const { rows } = await sql<LineRow>`
    select l.id, l.bank_id, l.at, l.amount_cents, l.payer_name, l.document
    from (
      (select * from bank_lines where amount_cents = ${row.total_cents}
        and at between ${row.paid_at}::timestamptz - interval '30 days' and ${row.paid_at}::timestamptz + interval '30 days'
        order by at desc limit ${nearbyLines})
      union
      (select * from bank_lines where at between ${row.paid_at}::timestamptz - interval '12 hours'
        and ${row.paid_at}::timestamptz + interval '12 hours' limit ${nearbyLines})
      union
      (select * from bank_lines where id = ${row.bank_line_id})) l
    where l.id = ${row.bank_line_id}
      or (${isUnusedLine})`.execute(db);
  const wanted = { amountCents: row.total_cents, at: row.paid_at, payerName: row.payer_name };
  return rows
    .map((line) => ({
      id: line.id,
      bankId: line.bank_id,
      at: line.at.toISOString(),
      amountCents: line.amount_cents,
      payerName: line.payer_name,
      document: line.document,
      fit: matchScore({ amountCents: line.amount_cents, at: line.at, payerName: line.payer_name }, wanted),
    }))
    .toSorted((one, other) => other.fit - one.fit)
    .filter((line, place) => place < shownLines || line.id === row.bank_line_id);
}

async function similarTo(db: Queryable, row: Row): Promise<Detail['similar']> {
  if (row.imageHash === null) return null;
  const { rows } = await sql<{ id: number; order_id: number }>`
    select r.id, r.order_id from receipts r join receipt_files f on f.id = r.file_id
    where r.order_id <> ${row.order_id} and bit_count(f.look # ${row.imageHash}::bit(64)) <= ${maxImageHashDistance}
    order by bit_count(f.look # ${row.imageHash}::bit(64)), r.id limit 1`.execute(db);
  return rows[0] ? { id: rows[0].id, code: orderCode(rows[0].order_id) } : null;
}

interface EarlierRow {
  sending: number;
  refusal: PaymentProofRefusal | null;
  note: string | null;
  decided_by: string | null;
  decided_at: Date | null;
}

async function earlierOf(db: Queryable, row: Row): Promise<Detail['earlier']> {
  const { rows } = await sql<EarlierRow>`
    select r.sending, r.refusal, r.note, r.decided_at, (select username::text from users where id = r.decided_by) as decided_by
    from receipts r where r.order_id = ${row.order_id} and r.sending < ${row.sending} order by r.sending`.execute(
    db,
  );
  return rows.map(({ decided_by: by, decided_at: at, ...rest }) => ({
    ...rest,
    by,
    at: at && at.toISOString(),
  }));
}
