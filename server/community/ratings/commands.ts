import { sql } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type { OrderRatings, rateOrder as endpoint } from '#contract/community/ratings.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { maskContacts } from '#domain/text/contacts.ts';
import { fail } from '#domain/errors.ts';
import { otherRole, replyRefusal, writingRefusal } from '#domain/community/ratings.ts';
import type { RatingRefusal, ReplyRefusal } from '#domain/community/ratings.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { ownHosts } from '#server/config/own-hosts.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { factsOf, lockOrderSide, orderSide, presentSide, replyFacts } from './order-side.ts';
import type { OrderSide } from './order-side.ts';
import { publish, notifyReply } from './publishing.ts';

type Given = Body<typeof endpoint>;

const words: Record<RatingRefusal | ReplyRefusal, string> = {
  not_concluded: 'Você avalia depois que o pedido é entregue e concluído.',
  in_complaint: 'Este pedido está em reclamação. As avaliações esperam a decisão.',
  published: 'Esta avaliação já foi publicada e não muda mais.',
  not_published: 'Ainda não há avaliação para responder.',
  replied: 'Você já respondeu a esta avaliação.',
  too_late: 'O prazo terminou.',
};

const refuse = (reason: RatingRefusal | ReplyRefusal): never =>
  fail('wrong_state', { detail: words[reason], meta: { reason, allowed: [] } });

/**
 * Writes or changes the viewer's rating of the other side; the second of the two publishes both (F48). Contact data is
 * masked as «•••».
 * @throws `wrong_state` before the order has ended, after its window, once published, and during a complaint
 */
export async function rateOrder(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { hash, ...given }: Given & { hash: string },
): Promise<OrderRatings> {
  const side = await lockOrderSide(tx, hash, viewer);
  refuseDetailsOfBuyer(side, given);
  const refusal = writingRefusal(factsOf(side));
  if (refusal) refuse(refusal);
  await write(tx, side, { ...given, text: maskContacts(given.text, ownHosts(ctx.config)) });
  if (side.theirs) await publish(ctx, tx, side);
  return presentSide(ctx, tx, await orderSide(tx, hash, viewer));
}

/** Only buyers rate the details of a delivery, and may leave out any; sellers give the overall grade. */
function refuseDetailsOfBuyer({ role }: OrderSide, given: Given): void {
  if (role === 'buyer') return;
  const wrong = (['description', 'punctuality', 'service'] as const).filter(
    (name) => given[name] !== undefined,
  );
  if (wrong.length > 0)
    fail('invalid_request', {
      errors: Object.fromEntries(wrong.map((name) => [name, 'Quem vende dá só a nota geral.'])),
    });
}

async function write(tx: Tx, side: OrderSide, given: Given): Promise<void> {
  const { stars, description = null, punctuality = null, service = null, text } = given;
  const [author, subject] =
    side.role === 'buyer' ? [side.buyerId, side.sellerId] : [side.sellerId, side.buyerId];
  await sql`
    insert into ratings as r (order_id, author_role, author_id, subject_id, listing_id, stars, description_stars,
      punctuality_stars, service_stars, text)
    values (${side.id}, ${side.role}, ${author}, ${subject}, ${side.listingId}, ${stars}, ${description},
      ${punctuality}, ${service}, ${text})
    on conflict (order_id, author_role) do update set stars = excluded.stars,
      description_stars = excluded.description_stars, punctuality_stars = excluded.punctuality_stars,
      service_stars = excluded.service_stars, text = excluded.text, edited_at = market_now()`.execute(tx);
}

/**
 * The only public reply to a rating about the viewer.
 * @throws `not_found` while it is unpublished or about another person; `wrong_state` for a second reply, a late one and
 *   during a complaint
 */
export async function replyToRating(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  given: { id: number; text: string },
): Promise<OrderRatings> {
  const { rows } = await sql<{ hash: string }>`
    select o.hash from ratings r join orders o on o.id = r.order_id
    where r.id = ${given.id} and r.subject_id = ${viewer.id} and r.state = 'published' and r.removed_at is null`.execute(
    tx,
  );
  const { hash } = rows[0] ?? fail('not_found');
  const side = await lockOrderSide(tx, hash, viewer);
  const { ratings: rules } = await rulesOf(ctx.db, side.ruleVersionId, tx);
  const refusal = replyRefusal({ ...replyFacts(side, side.theirs!), rules });
  if (refusal) refuse(refusal);
  await sql`update ratings set reply = ${maskContacts(given.text, ownHosts(ctx.config))}, replied_at = market_now()
    where id = ${given.id} and reply is null`.execute(tx);
  await notifyReply(ctx, tx, { ...side, viewer, to: otherRole[side.role] });
  return presentSide(ctx, tx, await orderSide(tx, hash, viewer));
}
