import { sql } from 'kysely';
import type { OrderRatings } from '#contract/community/ratings.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import { otherRole, replyRefusal, writingRefusal } from '#domain/community/ratings.ts';
import type { RatingFacts, RatingRole, RatingState } from '#domain/community/ratings.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { rulesOf } from '#server/settings/queries.ts';

/** An order from the point of view of one of its parties. */
export interface OrderSide {
  id: number;
  hash: string;
  title: string;
  state: OrderState;
  listingId: number;
  buyerId: number;
  sellerId: number;
  ruleVersionId: number;
  /** The viewer. */
  role: RatingRole;
  closesAt: Date | null;
  closed: boolean;
  now: Date;
  mine: Rating | null;
  theirs: Rating | null;
}

export interface Rating {
  id: number;
  role: RatingRole;
  state: RatingState;
  stars: number;
  description: number | null;
  punctuality: number | null;
  service: number | null;
  text: string;
  publishedAt: Date | null;
  reply: string | null;
  repliedAt: Date | null;
  /** Removed from the pages by the team (§4.12). */
  removed: boolean;
}

/** Columns of `ratings r`. */
export const ratingColumns = sql`r.id, r.author_role as role, r.state, r.stars, r.description_stars as description,
  r.punctuality_stars as punctuality, r.service_stars as service, r.text, r.published_at as "publishedAt", r.reply,
  r.replied_at as "repliedAt", r.removed_at is not null as removed`;

/**
 * The viewer's side of an order.
 * @throws `not_found` when there is none or the viewer is neither its buyer nor its seller
 */
export async function orderSide(db: Queryable, hash: string, viewer: Viewer): Promise<OrderSide> {
  return readSide(db, await readOrder(db, hash, viewer, sql``), viewer);
}

/**
 * The same with locks: the order in its state, then its window. Every writer of an order's ratings locks the window, so
 * that the second of two sees the first one's rating.
 */
export async function lockOrderSide(tx: Tx, hash: string, viewer: Viewer): Promise<OrderSide> {
  const order = await readOrder(tx, hash, viewer, sql`for share of o`);
  await sql`select from rating_windows where order_id = ${order.id} for update`.execute(tx);
  return readSide(tx, order, viewer);
}

type Order = Pick<
  OrderSide,
  'id' | 'hash' | 'title' | 'state' | 'listingId' | 'buyerId' | 'sellerId' | 'ruleVersionId'
>;

async function readOrder(
  db: Queryable,
  hash: string,
  viewer: Viewer,
  lock: ReturnType<typeof sql>,
): Promise<Order> {
  const { rows } = await sql<Order>`
    select o.id, o.hash, v.title, o.state, o.listing_id as "listingId", o.buyer_id as "buyerId",
      o.seller_id as "sellerId", o.rule_version_id as "ruleVersionId"
    from orders o join listing_versions v on v.id = o.listing_version_id
    where o.hash = ${hash} and ${viewer.id} in (o.buyer_id, o.seller_id) ${lock}`.execute(db);
  return rows[0] ?? fail('not_found');
}

async function readSide(db: Queryable, order: Order, viewer: Viewer): Promise<OrderSide> {
  const role = order.buyerId === viewer.id ? 'buyer' : 'seller';
  const { rows: windows } = await sql<{ closesAt: Date | null; closed: boolean; now: Date }>`
    select w.closes_at as "closesAt", w.closed_at is not null as closed, p.now
    from (select market_now() as now) p left join rating_windows w on w.order_id = ${order.id}`.execute(db);
  const ratings = await ratingsOf(db, order.id);
  return {
    ...order,
    ...windows[0]!,
    role,
    mine: ratings.find((each) => each.role === role) ?? null,
    theirs: ratings.find((each) => each.role === otherRole[role]) ?? null,
  };
}

async function ratingsOf(db: Queryable, orderId: number): Promise<Rating[]> {
  const { rows } = await sql<Rating>`
    select ${ratingColumns} from ratings r where r.order_id = ${orderId}`.execute(db);
  return rows;
}

/** The input of `writingRefusal`. */
export function factsOf({ state, closesAt, closed, mine, now }: OrderSide): RatingFacts {
  return { orderState: state, window: closesAt && { closesAt, closed }, mine: mine?.state ?? null, now };
}

/** The side as the API shows it: the other party's rating is hidden until it is published. */
export async function presentSide(ctx: Ctx, db: Queryable, side: OrderSide): Promise<OrderRatings> {
  const { ratings: rules } = await rulesOf(ctx.db, side.ruleVersionId, db);
  const { mine, theirs, closesAt } = side;
  const shown = theirs?.state === 'published' && !theirs.removed ? theirs : null;
  return {
    closesAt: closesAt?.toISOString() ?? null,
    mine: mine && { ...presentRating(mine), state: mine.state, removed: mine.removed },
    theirs: shown && presentRating(shown),
    otherWrote: theirs !== null,
    writeRefusal: writingRefusal(factsOf(side)),
    replyRefusal: shown ? replyRefusal({ ...replyFacts(side, shown), rules }) : 'not_published',
  };
}

/** The input of `replyRefusal`. */
export function replyFacts(order: Pick<OrderSide, 'state' | 'now'>, rating: Rating) {
  const { state, publishedAt, reply } = rating;
  return { orderState: order.state, state, publishedAt, replied: reply !== null, now: order.now };
}

function presentRating(rating: Rating): NonNullable<OrderRatings['theirs']> {
  const { id, stars, text, reply, publishedAt, repliedAt } = rating;
  return {
    id,
    stars,
    details: detailsOf(rating),
    text,
    reply,
    repliedAt: repliedAt?.toISOString() ?? null,
    publishedAt: publishedAt?.toISOString() ?? null,
  };
}

/** The detailed grades, or null where there are none. */
export function detailsOf({
  description,
  punctuality,
  service,
}: Pick<Rating, 'description' | 'punctuality' | 'service'>): NonNullable<OrderRatings['mine']>['details'] {
  if (description === null && punctuality === null && service === null) return null;
  return { description, punctuality, service };
}
