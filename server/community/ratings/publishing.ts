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
import type { Rating } from './order-side.ts';

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

type Published = Pick<Rating, 'role' | 'stars' | 'description' | 'punctuality' | 'service'> & {
  discounted: boolean;
};

/** Closes the window and publishes the written ratings: both, one or none. */
export async function publish(ctx: Ctx, tx: Tx, order: RatedOrder): Promise<void> {
  await sql`update rating_windows set due_at = null, due_event = null, closed_at = market_now()
    where order_id = ${order.id}`.execute(tx);
  const { replyMs, contradictingStars } = (await rulesOf(ctx.db, order.ruleVersionId, tx)).ratings;
  const { rows } = await sql<Published>`
    update ratings set state = 'published', published_at = market_now(),
      discounted = is_excluded_sale(order_id)
        or author_role = 'buyer' and stars <= ${contradictingStars} and ${wasWonBySeller(order.id)}
    where order_id = ${order.id} and state = 'written'
    returning author_role as role, stars, description_stars as description, punctuality_stars as punctuality,
      service_stars as service, discounted`.execute(tx);
  if (rows.length === 0) return;
  await count(
    tx,
    order,
    rows.filter(({ discounted }) => !discounted),
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

/**
 * Adds the ratings to the totals. A buyer's rating counts for the listing and its seller, a seller's for the buyer;
 * always in this order, so that two orders of the same people cannot deadlock.
 */
async function count(tx: Tx, order: RatedOrder, published: readonly Published[]): Promise<void> {
  const byBuyer = published.find(({ role }) => role === 'buyer');
  const bySeller = published.find(({ role }) => role === 'seller');
  if (bySeller) await add(tx, 'buyer', order.buyerId, bySeller);
  if (byBuyer) await add(tx, 'listing', order.listingId, byBuyer);
  if (byBuyer) await add(tx, 'seller', order.sellerId, byBuyer);
}

async function add(
  tx: Tx,
  subject: 'buyer' | 'listing' | 'seller',
  id: number,
  rating: Published,
): Promise<void> {
  const { stars, description, punctuality, service } = rating;
  const one = (grade: number) => (stars === grade ? 1 : 0);
  await sql`
    insert into rating_scores as s (subject, subject_id, ones, twos, threes, fours, fives, description_sum,
      punctuality_sum, service_sum)
    values (${subject}, ${id}, ${one(1)}, ${one(2)}, ${one(3)}, ${one(4)}, ${one(5)}, ${description ?? 0},
      ${punctuality ?? 0}, ${service ?? 0})
    on conflict (subject, subject_id) do update set ones = s.ones + excluded.ones, twos = s.twos + excluded.twos,
      threes = s.threes + excluded.threes, fours = s.fours + excluded.fours, fives = s.fives + excluded.fives,
      description_sum = s.description_sum + excluded.description_sum,
      punctuality_sum = s.punctuality_sum + excluded.punctuality_sum,
      service_sum = s.service_sum + excluded.service_sum`.execute(tx);
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
