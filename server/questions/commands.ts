import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { askQuestion } from '#contract/questions.ts';
import type { Viewer } from '#domain/accounts.ts';
import { maskContacts } from '#domain/contacts.ts';
import { fail } from '#domain/errors.ts';
import type { ListingState } from '#domain/listings.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events.ts';
import { inTransaction } from '#server/transaction.ts';

export type Question = Reply<typeof askQuestion>;

/** Product §4.12. */
const maxOpenPerListing = 3;
const maxPerDay = 10;
const minLength = 10;
const editableMinutes = 15;

const safety = 'Para sua segurança, não compartilhe telefone, e-mail ou link aqui.';

/** Asks the seller in public. Contact data leaves as «•••»; a question made of nothing else is refused. */
export async function ask(
  tx: Tx,
  viewer: Viewer,
  given: { listingId: number; text: string },
): Promise<Question> {
  if (!viewer.emailVerified) fail('email_not_verified', { detail: 'Confirme seu e-mail para perguntar.' });
  await refuseClosed(tx, viewer, given.listingId);
  await refuseTooMany(tx, viewer, given.listingId);
  const text = maskContacts(given.text);
  if (text.length < minLength) fail('invalid_request', { errors: { text: safety } });
  const { rows } = await sql<QuestionRow>`
    insert into questions (listing_id, asker_id, text) values (${given.listingId}, ${viewer.id}, ${text})
    returning id, text, answer, created_at, answered_at`.execute(tx);
  const question = rows[0]!;
  await record(tx, { kind: 'question.asked', actor: viewer, subject: { kind: 'question', id: question.id } });
  return present(question);
}

async function refuseClosed(tx: Tx, viewer: Viewer, listingId: number): Promise<void> {
  const { rows } = await sql<{ seller_id: number; state: ListingState }>`
    select seller_id, state from listings
    where id = ${listingId} and (state in ('published', 'paused', 'sold_out', 'expired'))`.execute(tx);
  const listing = rows[0] ?? fail('not_found');
  if (listing.seller_id === viewer.id)
    fail('own_listing', { detail: 'Este anúncio é seu. Você só pode responder aqui.' });
  if (listing.state !== 'published') fail('listing_unavailable');
}

/** Questions of one person are counted one by one: the person is locked, not the listing. */
async function refuseTooMany(tx: Tx, viewer: Viewer, listingId: number): Promise<void> {
  await sql`select from users where id = ${viewer.id} for no key update`.execute(tx);
  const { rows } = await sql<{ open: number; today: number }>`
    select count(*) filter (where listing_id = ${listingId} and state = 'pending')::int as open,
      count(*) filter (where created_at > market_now() - interval '1 day')::int as today
    from questions where asker_id = ${viewer.id}`.execute(tx);
  const { open, today } = rows[0]!;
  if (open >= maxOpenPerListing)
    fail('too_many_requests', {
      detail: `Você já tem ${maxOpenPerListing} perguntas sem resposta aqui. Espere o vendedor.`,
    });
  if (today >= maxPerDay)
    fail('too_many_requests', { detail: `Você já fez ${maxPerDay} perguntas hoje. Volte amanhã.` });
}

/** The seller's one answer; it may be mended for 15 minutes. */
export async function answer(
  ctx: Ctx,
  viewer: Viewer,
  given: { id: number; answer: string },
): Promise<Question> {
  return inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ state: string; mendable: boolean | null }>`
      select q.state, q.answered_at > market_now() - ${editableMinutes} * interval '1 minute' as mendable
      from questions q join listings l on l.id = q.listing_id
      where q.id = ${given.id} and l.seller_id = ${viewer.id} for update of q`.execute(tx);
    const { state, mendable } = rows[0] ?? fail('not_found');
    if (state !== 'pending' && !(state === 'answered' && mendable))
      fail('wrong_state', { detail: 'Esta pergunta já foi respondida ou encerrada.', meta: { state } });
    const updated = await sql<QuestionRow>`
      update questions set state = 'answered', answer = ${maskContacts(given.answer)},
        answered_at = coalesce(answered_at, market_now())
      where id = ${given.id} returning id, text, answer, created_at, answered_at`.execute(tx);
    const subject = { kind: 'question', id: given.id } as const;
    if (state === 'pending') await record(tx, { kind: 'question.answered', actor: viewer, subject });
    return present(updated.rows[0]!);
  });
}

interface QuestionRow {
  id: number;
  text: string;
  answer: string | null;
  created_at: Date;
  answered_at: Date | null;
}

function present({ created_at, answered_at, ...row }: QuestionRow): Question {
  return { ...row, createdAt: created_at.toISOString(), answeredAt: answered_at?.toISOString() ?? null };
}
