import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { askQuestion } from '#contract/community/questions.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { maskContacts } from '#domain/text/contacts.ts';
import { fail } from '#domain/errors.ts';
import type { ListingState } from '#domain/listings/listings.ts';
import type { QuestionRules, QuestionState } from '#domain/community/questions.ts';
import { visibleLength } from '#domain/text/visible-length.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { refuseYoungAsker } from '#server/accounts/ages/purchases.ts';
import { record } from '#server/events/events.ts';
import { ownHosts } from '#server/config/own-hosts.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { moveQuestion } from './states.ts';

export type Question = Reply<typeof askQuestion>;

const safety = 'Para sua segurança, não compartilhe telefone, e-mail ou link aqui.';

/**
 * Asks the seller in public (§4.12). Contact data is masked as «•••»; a question of nothing else is refused, and a
 * person who repeats it has their questions held for the team.
 */
export async function ask(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  given: { listingId: number; text: string },
): Promise<Question> {
  const inForce = (await currentRules(ctx.db, tx)).rules;
  const { questions: rules } = inForce;
  if (!viewer.emailVerified) fail('email_not_verified', { detail: 'Confirme seu e-mail para perguntar.' });
  await checkListing(tx, viewer, given.listingId);
  await refuseYoungAsker(tx, viewer, inForce);
  const history = await checkLimits(tx, viewer, given.listingId, rules);
  const text = maskContacts(given.text, ownHosts(ctx.config));
  if (visibleLength(text) < rules.text.min) fail('invalid_request', { errors: { text: safety } });
  const masked = text !== given.text;
  const held = masked && history.masked >= rules.contactsBeforeHold;
  const { rows } = await sql<QuestionRow>`
    insert into questions (listing_id, asker_id, text, masked, held, state)
    values (${given.listingId}, ${viewer.id}, ${text}, ${masked}, ${held}, ${held ? 'hidden' : 'pending'})
    returning id, state, text, answer, created_at, answered_at`.execute(tx);
  const question = rows[0]!;
  const subject = { kind: 'question', id: question.id } as const;
  await record(tx, { kind: held ? 'question.held' : 'question.asked', actor: viewer, subject });
  return present(question);
}

/** Checks the listing, and whether the seller has blocked this person. */
async function checkListing(tx: Tx, viewer: Viewer, listingId: number): Promise<void> {
  const { rows } = await sql<{ seller_id: number; state: ListingState; blocked: boolean }>`
    select seller_id, state, exists (select from question_blocks b
        where b.seller_id = listings.seller_id and b.asker_id = ${viewer.id}) as blocked
    from listings
    where id = ${listingId} and (state in ('published', 'paused', 'sold_out', 'expired'))`.execute(tx);
  const listing = rows[0] ?? fail('not_found');
  if (listing.seller_id === viewer.id)
    fail('own_listing', { detail: 'Este anúncio é seu. Você só pode responder aqui.' });
  if (listing.state !== 'published') fail('listing_unavailable');
  if (listing.blocked) fail('questions_blocked');
}

/** Locks the person, not the listing, so that parallel questions are counted one by one. */
async function checkLimits(
  tx: Tx,
  viewer: Viewer,
  listingId: number,
  { maxOpenPerListing, maxPerDay, contactsWindowMs }: QuestionRules,
): Promise<{ masked: number }> {
  await sql`select from users where id = ${viewer.id} for no key update`.execute(tx);
  const { rows } = await sql<{ open: number; today: number; masked: number }>`
    select count(*) filter (where listing_id = ${listingId} and (state = 'pending' or (held and state = 'hidden')))::int
        as open,
      count(*) filter (where created_at > market_now() - interval '1 day')::int as today,
      count(*) filter (where masked
        and created_at > market_now() - ${contactsWindowMs}::bigint * interval '1 millisecond')::int as masked
    from questions where asker_id = ${viewer.id}`.execute(tx);
  const { open, today, masked } = rows[0]!;
  if (open >= maxOpenPerListing)
    fail('too_many_requests', {
      detail: `Você já tem ${maxOpenPerListing} perguntas sem resposta aqui. Espere o vendedor.`,
    });
  if (today >= maxPerDay)
    fail('too_many_requests', { detail: `Você já fez ${maxPerDay} perguntas hoje. Volte amanhã.` });
  return { masked };
}

/** The seller's only answer, which may be edited for 15 minutes. */
export async function answer(
  ctx: Ctx,
  viewer: Viewer,
  given: { id: number; answer: string },
): Promise<Question> {
  const { questions: rules } = (await currentRules(ctx.db)).rules;
  return inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ state: QuestionState; mendable: boolean | null }>`
      select q.state, q.answered_at > market_now() - ${rules.answerEditMs}::bigint * interval '1 millisecond'
        as mendable
      from questions q join listings l on l.id = q.listing_id
      where q.id = ${given.id} and l.seller_id = ${viewer.id} and not q.held for update of q`.execute(tx);
    const { state, mendable } = rows[0] ?? fail('not_found');
    const text = maskContacts(given.answer, ownHosts(ctx.config));
    const subject = { kind: 'question', id: given.id } as const;
    if (state === 'answered' && mendable) {
      await sql`update questions set answer = ${text} where id = ${given.id}`.execute(tx);
      await record(tx, { kind: 'question.answer_mended', actor: viewer, subject });
    } else {
      const also = sql`answer = ${text}, answered_at = market_now()`;
      await moveQuestion(tx, { id: given.id, event: 'answer', actor: 'seller', also });
      await record(tx, { kind: 'question.answered', actor: viewer, subject });
    }
    return readQuestion(tx, given.id);
  });
}

/** The asker withdraws a question before it is answered. */
export async function withdraw(ctx: Ctx, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ state: QuestionState; answer: string | null }>`
      select state, answer from questions where id = ${id} and asker_id = ${viewer.id} for update`.execute(
      tx,
    );
    const { state, answer: given } = rows[0] ?? fail('not_found');
    if (state === 'withdrawn') return;
    if (given !== null)
      fail('wrong_state', { detail: 'Esta pergunta já foi respondida.', meta: { state, allowed: [] } });
    await moveQuestion(tx, { id, event: 'withdraw', actor: 'asker', also: sql`held = false` });
    await record(tx, { kind: 'question.withdrawn', actor: viewer, subject: { kind: 'question', id } });
  });
}

async function readQuestion(tx: Tx, id: number): Promise<Question> {
  const { rows } = await sql<QuestionRow>`
    select id, state, text, answer, created_at, answered_at from questions where id = ${id}`.execute(tx);
  return present(rows[0]!);
}

interface QuestionRow {
  id: number;
  state: QuestionState;
  text: string;
  answer: string | null;
  created_at: Date;
  answered_at: Date | null;
}

function present({ created_at, answered_at, ...row }: QuestionRow): Question {
  return { ...row, createdAt: created_at.toISOString(), answeredAt: answered_at?.toISOString() ?? null };
}
