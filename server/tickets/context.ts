import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { getTicketContext } from '#contract/tickets/staff-tickets.ts';
import { maskEmail } from '#domain/accounts/accounts.ts';
import type { AccountState, Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { OrderProgress } from '#domain/orders/pending-response.ts';
import { orderCode } from '#domain/orders/orders.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import { can } from '#domain/staff/permissions.ts';
import type { TicketState } from '#domain/tickets/tickets.ts';
import { verificationLevel } from '#domain/accounts/verification.ts';
import type { VerifiedFacts } from '#domain/accounts/verification.ts';
import { isIdentified } from '#server/accounts/documents/identified.ts';
import type { Ctx, Db } from '#server/context.ts';
import { orderProgressOf } from '#server/orders/progress.ts';
import { balances } from '#server/ledger/queries.ts';

type Context = Reply<typeof getTicketContext>;

const lastOrders = 8;
const lastTickets = 5;

/** The ticket's person and the state of their money, which the desk shows beside the conversation, masked (§4.15). */
export async function ticketContext(ctx: Ctx, viewer: Viewer, id: number): Promise<Context> {
  const { rows } = await sql<{ user_id: number; order_id: number | null }>`
    select user_id, order_id from tickets where id = ${id}`.execute(ctx.db);
  const { user_id: userId, order_id: orderId } = rows[0] ?? fail('not_found');
  const answer = can(viewer, 'handle_ticket', { ownerId: userId });
  if (!answer.ok) fail(answer.reason);
  return {
    person: await person(ctx.db, userId),
    money: await money(ctx.db, userId),
    orders: await orders(ctx.db, userId, orderId),
    others: await others(ctx.db, userId, id),
  };
}

interface PersonRow extends VerifiedFacts {
  username: string;
  email: string;
  state: AccountState;
  created_at: Date;
}

async function person(db: Db, userId: number): Promise<Context['person']> {
  const { rows } = await sql<PersonRow>`
    select username::text, email::text, state, created_at, email_verified_at is not null as "emailVerified",
      phone_verified_at is not null as "phoneVerified", ${isIdentified('u')} as "identityVerified",
      level_granted_at is not null as granted
    from users u where id = ${userId}`.execute(db);
  const { username, email, state, created_at, ...facts } = rows[0]!;
  return {
    username,
    email: maskEmail(email),
    level: verificationLevel(facts),
    state,
    createdAt: created_at.toISOString(),
  };
}

async function money(db: Db, userId: number): Promise<Context['money']> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(net_cents), 0)::bigint as cents from settlements
    where seller_id = ${userId} and state = 'in_escrow'`.execute(db);
  const { availableCents, pendingReleaseCents, blockedCents, withdrawalInTransitCents } = await balances(
    db,
    userId,
  );
  return {
    availableCents,
    pendingReleaseCents,
    inEscrowCents: rows[0]!.cents,
    blockedCents,
    inTransitCents: withdrawalInTransitCents,
  };
}

interface OrderRow {
  id: number;
  title: string;
  state: OrderState;
  under_way: OrderProgress | null;
  side: 'buyer' | 'seller';
  total_cents: number;
  created_at: Date;
}

/** The order that the ticket is about comes first. */
async function orders(db: Db, userId: number, aboutId: number | null): Promise<Context['orders']> {
  const { rows } = await sql<OrderRow>`
    select o.id, v.title, o.state, ${orderProgressOf('o')} as under_way, case o.buyer_id when ${userId} then 'buyer' else 'seller' end as side,
      o.total_cents, o.created_at
    from orders o join listing_versions v on v.id = o.listing_version_id
    where ${userId} in (o.buyer_id, o.seller_id)
    order by o.id is not distinct from ${aboutId}::bigint desc, o.id desc limit ${lastOrders}`.execute(db);
  return rows.map(({ id, total_cents, created_at, under_way, ...order }) => ({
    ...order,
    id,
    code: orderCode(id),
    underWay: under_way,
    totalCents: total_cents,
    createdAt: created_at.toISOString(),
    isAbout: id === aboutId,
  }));
}

async function others(db: Db, userId: number, id: number): Promise<Context['others']> {
  const { rows } = await sql<{ id: number; protocol: string; state: TicketState; created_at: Date }>`
    select id, protocol, state, created_at from tickets
    where user_id = ${userId} and id <> ${id} order by id desc limit ${lastTickets}`.execute(db);
  return rows.map(({ created_at, ...ticket }) => ({ ...ticket, createdAt: created_at.toISOString() }));
}
