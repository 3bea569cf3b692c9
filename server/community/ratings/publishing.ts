import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { otherRole } from '#domain/community/ratings.ts';
import type { RatingRole } from '#domain/community/ratings.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { wasWonBySeller } from '#server/complaints/rating-discount.ts';
import { record } from '#server/events/events.ts';
import { enqueue } from '#server/background/jobs.ts';
import { wantsLetters } from '#server/accounts/notice-channels.ts';
import { provenAddress } from '#server/accounts/privacy/people.ts';
import { rulesOf } from '#server/settings/queries.ts';
import type { Addressee } from '#server/accounts/privacy/people.ts';
import { askedMail, publishedMail, repliedMail } from './mails.ts';

/** An order whose window this transaction has locked. */
export interface RatedOrder {
  id: number;
  hash: string;
  title: string;
  listingId: number;
  buyerId: number;
  sellerId: number;
  ruleVersionId: number;
}

/** Closes the window and publishes the written ratings: both, one or none. */
export async function publish(ctx: Ctx, tx: Tx, order: RatedOrder): Promise<void> {
  await sql`update rating_windows set due_at = null, due_event = null, closed_at = market_now()
    where order_id = ${order.id}`.execute(tx);
  const { replyMs, contradictingStars } = (await rulesOf(ctx.db, order.ruleVersionId, tx)).ratings;
  const { rows } = await sql<{ role: RatingRole }>`
    update ratings set state = 'published', published_at = market_now(),
      discounted = is_excluded_sale(order_id)
        or author_role = 'buyer' and stars <= ${contradictingStars} and ${wasWonBySeller(order.id)}
    where order_id = ${order.id} and state = 'written'
    returning author_role as role`.execute(tx);
  if (rows.length === 0) return;
  // The buyer's totals are locked first, so that two orders of the same people cannot deadlock.
  await sql`select count_rating(r.id, 1) from ratings r
    where r.order_id = ${order.id} and r.state = 'published' and not r.discounted order by r.author_role desc`.execute(
    tx,
  );
  const wrote = rows.map(({ role }) => role);
  await record(tx, {
    kind: 'rating.published',
    actor: null,
    subject: { kind: 'order', id: order.id },
    data: { wrote },
  });
  for (const role of ['buyer', 'seller'] as const) {
    const person = await letterRecipient(tx, personOf(order, role));
    const [mine, theirs] = [wrote.includes(role), wrote.includes(otherRole[role])];
    const news = { title: order.title, mine, theirs, replyMs };
    if (person) await enqueue(tx, 'mail.send', publishedMail(person, urlOf(ctx, order), news));
  }
}

/** Asks the people who have not written a rating. */
export async function askForRatings(ctx: Ctx, tx: Tx, order: RatedOrder): Promise<void> {
  const { rows } = await sql<{ role: RatingRole }>`
    select r.role from unnest('{buyer,seller}'::text[]) as r (role)
    where not exists (select from ratings where order_id = ${order.id} and author_role = r.role)`.execute(tx);
  const asked = rows.map(({ role }) => role);
  const subject = { kind: 'order', id: order.id } as const;
  await record(tx, { kind: 'rating.asked', actor: null, subject, data: { asked } });
  const { windowMs } = (await rulesOf(ctx.db, order.ruleVersionId, tx)).ratings;
  for (const role of asked) {
    const person = await letterRecipient(tx, personOf(order, role));
    if (person)
      await enqueue(tx, 'mail.send', askedMail(person, urlOf(ctx, order), { title: order.title, windowMs }));
  }
}

/** Notifies the author that their rating was replied to. */
export async function notifyReply(
  ctx: Ctx,
  tx: Tx,
  order: RatedOrder & { viewer: Viewer; to: RatingRole },
): Promise<void> {
  const { viewer, to, id } = order;
  const subject = { kind: 'order', id } as const;
  await record(tx, { kind: 'rating.replied', actor: viewer, subject, data: { to } });
  const person = await letterRecipient(tx, personOf(order, to));
  if (person)
    await enqueue(tx, 'mail.send', repliedMail(person, urlOf(ctx, order), viewer.username, order.title));
}

function personOf({ buyerId, sellerId }: RatedOrder, role: RatingRole): number {
  return role === 'buyer' ? buyerId : sellerId;
}

function urlOf({ config }: Ctx, { hash }: RatedOrder): string {
  return `${config.publicUrl}/pedido/${hash}#avaliacao`;
}

/** The recipient of letters about ratings, if the person wants any. */
async function letterRecipient(tx: Tx, userId: number): Promise<Addressee | null> {
  return (await wantsLetters(tx, userId, 'ratings')) ? provenAddress(tx, userId) : null;
}
