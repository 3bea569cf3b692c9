import { sql } from 'kysely';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { enqueue } from '#server/background/jobs.ts';
import { discardDocumentsOf } from '#server/accounts/documents/document-files.ts';
import { removeAllListings } from '#server/listings/removal.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { discardPhotos, portraitKeys } from '#server/files/orphaned-photos.ts';
import { closureBlocks } from './closure-blocks.ts';
import { closedMail, closureNearMail } from './mails.ts';
import { lockPerson, provenAddress } from './people.ts';
import { personalData } from './export/personal-data.ts';
import type { PersonalTable } from './export/personal-table.ts';

const batch = 20;

/** Reminds people once of an upcoming closure. */
export async function remindClosures(ctx: Ctx): Promise<number> {
  const { closureReminderMs } = (await currentRules(ctx.db)).rules.privacy;
  const before = sql`${closureReminderMs}::bigint * interval '1 millisecond'`;
  return inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ user_id: number; due_at: Date }>`
      update account_closures set reminded_at = market_now() where id in (
        select id from account_closures where cancelled_at is null and done_at is null and reminded_at is null
          and due_at <= market_now() + ${before}
          and requested_at < due_at - ${before}
        limit ${batch} for update skip locked)
      returning user_id, due_at`.execute(tx);
    for (const { user_id: id, due_at } of rows) {
      const dueAt = due_at.toISOString();
      await record(tx, {
        kind: 'account.closure_near',
        actor: null,
        subject: { kind: 'user', id },
        data: { dueAt },
      });
      const address = await provenAddress(tx, id);
      if (address) await enqueue(tx, 'mail.send', closureNearMail(address, ctx.config.publicUrl, dueAt));
    }
    return rows.length;
  });
}

/** Closes the accounts whose waiting period is over. */
export async function closeDue(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ user_id: number }>`
    select c.user_id from account_closures c join users u on u.id = c.user_id and u.state = 'closing'
    where c.cancelled_at is null and c.done_at is null and c.due_at <= market_now()
    order by c.due_at limit ${batch}`.execute(ctx.db);
  let closed = 0;
  for (const { user_id: userId } of rows)
    await closeAccount(ctx, userId).then(
      () => closed++,
      // An account that fails to close must not stop the others.
      (error: unknown) => ctx.log.error({ err: error, userId }, 'account not closed'),
    );
  return closed;
}

/** Checks everything again under the person's lock, because orders and money may have come since the request. */
async function closeAccount(ctx: Ctx, userId: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const person = await lockPerson(tx, userId);
    if (person.state !== 'closing' || !(await isDue(tx, userId))) return;
    const reasons = await closureBlocks(tx, userId);
    if (reasons.length > 0) return postpone(tx, userId, reasons);
    const address = await provenAddress(tx, userId);
    await retainIdentity(ctx, tx, userId);
    await reserveName(ctx, tx, userId);
    const photos = await removeAllListings(tx, userId);
    await withdrawQuestions(tx, userId);
    await discardDocumentsOf(tx, userId);
    await deletePersonalRows(tx, userId);
    const portrait = await pseudonymise(tx, userId);
    await sql`update account_closures set done_at = market_now()
      where user_id = ${userId} and cancelled_at is null and done_at is null`.execute(tx);
    await record(tx, { kind: 'account.closed', actor: null, subject: { kind: 'user', id: userId } });
    await discardPhotos(tx, [...photos, ...portrait]);
    if (address) await enqueue(tx, 'mail.send', closedMail(address));
  });
}

async function isDue(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from account_closures where user_id = ${userId} and cancelled_at is null and done_at is null
      and due_at <= market_now()`.execute(tx);
  return rows.length > 0;
}

/** Retries the closure each day; the person is notified the first time. */
async function postpone(tx: Tx, userId: number, reasons: string[]): Promise<void> {
  const { rows } = await sql<{ first: boolean }>`
    update account_closures c set due_at = market_now() + interval '1 day',
      postponed_at = coalesce(c.postponed_at, market_now())
    from account_closures before where before.id = c.id and c.user_id = ${userId}
      and c.cancelled_at is null and c.done_at is null
    returning before.postponed_at is null as first`.execute(tx);
  if (!rows[0]?.first) return;
  const subject = { kind: 'user', id: userId } as const;
  await record(tx, { kind: 'account.closure_postponed', actor: null, subject, data: { reasons } });
}

/** Retains the identity behind orders and withdrawals for the years of evidence (CTN art. 173, CDC art. 27). */
async function retainIdentity(ctx: Ctx, tx: Tx, userId: number): Promise<void> {
  const { evidenceYears } = (await currentRules(ctx.db, tx)).rules.privacy;
  await sql`insert into retained_identities (user_id, full_name, cpf, cnpj, keep_until)
    select id, full_name, cpf, cnpj, 
        date_trunc('year', market_now()) + ${evidenceYears + 1} * interval '1 year' from users u
    where id = ${userId} and coalesce(full_name, cpf, cnpj) is not null and (
      exists (select from orders o where o.buyer_id = u.id) or exists (select from orders o where o.seller_id = u.id)
      or exists (select from withdrawals w where w.user_id = u.id))`.execute(tx);
}

async function reserveName(ctx: Ctx, tx: Tx, userId: number): Promise<void> {
  const { security } = (await currentRules(ctx.db, tx)).rules;
  await sql`insert into username_reservations (username, user_id, until)
    select username, id, market_now() + ${security.usernameReservedMs}::bigint * interval '1 millisecond'
    from users where id = ${userId}
    on conflict (username) do update set until = excluded.until, user_id = excluded.user_id`.execute(tx);
}

/** Withdraws unanswered questions; answered ones belong to the listing's page. */
async function withdrawQuestions(tx: Tx, userId: number): Promise<void> {
  await sql`update questions set state = 'withdrawn', held = false, text = 'Pergunta retirada.'
    where asker_id = ${userId} and answer is null`.execute(tx);
}

/** Deletes the rows of every table whose decision is to delete; export files are deleted by a job. */
async function deletePersonalRows(tx: Tx, userId: number): Promise<void> {
  for (const [table, { onClosure, mine }] of Object.entries(personalData) as [string, PersonalTable][])
    if (onClosure === 'delete')
      await sql`delete from ${sql.table(table)} t where ${mine(userId)}`.execute(tx);
  // `user_id` deletes whom the person follows; this deletes the person's followers.
  await sql`delete from follows where seller_id = ${userId}`.execute(tx);
  await sql`delete from data_exports where user_id = ${userId} and state = 'requested'`.execute(tx);
  await sql`update data_exports set expires_at = market_now()
    where user_id = ${userId} and state = 'ready'`.execute(tx);
}

/** Clears what identifies the person. @returns the files of the portrait */
async function pseudonymise(tx: Tx, userId: number): Promise<string[]> {
  const { rows } = await sql<{
    image: string;
  }>`update users u set state = 'closed', username = 'conta-removida-' || u.id,
      email = 'conta-removida-' || u.id || '@removida.invalid', password_hash = null, full_name = null, cpf = null,
      cnpj = null, mei = false, birth_date = null, phone = null, bio = '', city = '', image = 'default.png', preferences = '{}',
      state_reason = '', email_verified_at = null, phone_verified_at = null, identity_verified_at = null,
      proven_document = null, document_proven_at = null, document_proven_by = null,
      last_seen_at = null, username_changed_at = null, password_changed_at = null, security_changed_at = null,
      webauthn_id = uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
    from (select image from users where id = ${userId}) before
    where u.id = ${userId} and u.state = 'closing' returning before.image`.execute(tx);
  return portraitKeys(rows[0]?.image);
}
