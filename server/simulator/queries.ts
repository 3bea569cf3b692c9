import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { getWorkbench as endpoint, listLetters } from '#contract/simulator/simulator.ts';
import { orderCode } from '#domain/orders/orders.ts';
import type { ProviderMethod } from '#domain/payments/payments.ts';
import { isShippingSimulator } from '#server/adapters/shipping/simulator.ts';
import type { Ctx, Db } from '#server/context.ts';
import { renderLetter } from '#server/letters/letters.ts';
import { allLetters, defaultSample } from '#server/process/letters-catalogue.ts';

/** Addresses of people that the demonstration created. */
export const demoEmails = '%@demo.praca';

const listed = 50;

/** All data of /dev. */
export async function getWorkbench(ctx: Ctx): Promise<Reply<typeof endpoint>> {
  const { db } = ctx;
  const [clock, accounts, mails, textMessages, charges, payouts, parcels] = await Promise.all([
    findClock(db),
    findAccounts(db),
    findMails(db),
    findTextMessages(db),
    findCharges(db),
    findPayouts(db),
    findParcels(ctx),
  ]);
  return { ...clock, accounts, mails, textMessages, charges, payouts, parcels };
}

async function findParcels({ shipping }: Ctx) {
  if (!isShippingSimulator(shipping)) return [];
  const labels = await shipping.labels();
  return labels.map(({ labelId, reference, trackingCode, boughtAt, cancelledAt, next }) => ({
    labelId,
    hash: reference,
    trackingCode,
    boughtAt: boughtAt.toISOString(),
    isCancelled: cancelledAt !== null,
    next: next && { kind: next.kind, at: next.at.toISOString() },
  }));
}

async function findClock(db: Db): Promise<{ now: string; offsetMs: number }> {
  const { rows } = await sql<{ now: Date; offset_ms: number }>`
    select market_now() as now, offset_ms from clock`.execute(db);
  return { now: rows[0]!.now.toISOString(), offsetMs: rows[0]!.offset_ms };
}

async function findAccounts(db: Db) {
  const { rows } = await sql<{ login: string; username: string; role: string; about: string }>`
    select email::text as login, username::text, role, bio as about from users where email like ${demoEmails}
    order by array_position(array['admin', 'support', 'user'], role), id limit ${listed}`.execute(db);
  return rows;
}

async function findMails(db: Db) {
  const { rows } = await sql<{
    id: number;
    recipient: string;
    subject: string;
    text: string;
    url: string | null;
    created_at: Date;
  }>`select id, recipient::text, subject, text_body as text, url, created_at from mails
    order by id desc limit ${listed}`.execute(db);
  return rows.map(({ created_at: at, ...mail }) => ({ ...mail, at: at.toISOString() }));
}

async function findTextMessages(db: Db) {
  const { rows } = await sql<{ id: number; phone: string; text: string; created_at: Date }>`
    select id, phone, body as text, created_at from text_messages order by id desc limit ${listed}`.execute(
    db,
  );
  return rows.map(({ created_at: at, ...message }) => ({ ...message, at: at.toISOString() }));
}

async function findCharges(db: Db) {
  const { rows } = await sql<{
    reference: string;
    order_id: number | null;
    title: string | null;
    amount_cents: number;
    method: ProviderMethod;
    state: string;
    created_at: Date;
  }>`select c.reference, c.method, p.order_id, c.description as title, c.amount_cents, c.created_at,
      case when c.contestation in ('open', 'lost') then case c.contestation when 'open' then 'contested' else 'taken_back' end
        when exists (select from simulator.receipts r where r.charge_reference = c.reference) then 'paid'
        when c.cancelled_at is not null then 'cancelled' when c.card_state is not null then c.card_state
        when c.expires_at <= market_now() then 'expired'
        else 'pending' end as state
    from simulator.charges c left join payments p on p.reference = c.reference
    order by c.created_at desc limit ${listed}`.execute(db);
  return rows.map((row) => ({
    reference: row.reference,
    code: row.order_id === null ? null : orderCode(row.order_id),
    title: row.title,
    amountCents: row.amount_cents,
    method: row.method,
    state: row.state,
    createdAt: row.created_at.toISOString(),
  }));
}

async function findPayouts(db: Db) {
  const { rows } = await sql<{ reference: string; amount_cents: number; state: string; created_at: Date }>`
    select reference, amount_cents, created_at,
      case when returned_at is not null then 'returned' else state end as state
    from simulator.payouts order by created_at desc limit ${listed}`.execute(db);
  return rows.map((row) => ({
    reference: row.reference,
    amountCents: row.amount_cents,
    state: row.state,
    createdAt: row.created_at.toISOString(),
  }));
}

/** Every letter with sample data. */
export async function letters({ config }: Ctx): Promise<Reply<typeof listLetters>> {
  const sample = { origin: config.publicUrl, ...defaultSample };
  const items = Object.entries(allLetters).map(([slug, make]) => ({ slug, ...renderLetter(make(sample)) }));
  return { items };
}
