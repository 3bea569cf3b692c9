import { sql } from 'kysely';
import type { PayoutQuestion } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { payoutReference, withdrawalOf } from './references.ts';

/**
 * Answers a provider that asks before each transfer whether it is ours, so that a stolen API key alone moves no money.
 * Only an attempt in process with the right key and amount is ours; admins are notified of any other transfer.
 * @returns why it is refused; null when it is ours
 */
export async function checkPayoutQuestion(ctx: Ctx, question: PayoutQuestion): Promise<string | null> {
  const reason = await refusalReason(ctx.db, question);
  if (reason !== null) await notifyAdmins(ctx, question, reason);
  return reason;
}

interface Attempt {
  attempts: number;
  sentCents: number;
  pixKey: string;
}

async function refusalReason(db: Queryable, asked: PayoutQuestion): Promise<string | null> {
  const id = withdrawalOf(asked.reference ?? '');
  const { rows } = await sql<Attempt>`
    select attempts, amount_cents - fee_cents as "sentCents", pix_key as "pixKey" from withdrawals
    where id = ${id} and state = 'processing'`.execute(db);
  const attempt = rows[0];
  if (!attempt || payoutReference(id!, attempt.attempts) !== asked.reference)
    return 'nenhum saque em andamento tem esta referência';
  if (attempt.sentCents !== asked.amountCents) return 'o valor não é o do saque';
  if (plain(attempt.pixKey) !== plain(asked.pixKey ?? '')) return 'a chave Pix não é a do saque';
  return null;
}

/** Providers may write a document with its mask. */
const plain = (key: string) => key.replaceAll(/[^0-9a-z]/gi, '').toUpperCase();

/** Notifies admins once for each transfer. */
async function notifyAdmins(ctx: Ctx, question: PayoutQuestion, reason: string): Promise<void> {
  const { transferId, reference, amountCents } = question;
  ctx.log.error({ transferId, reference, reason }, 'a transfer that is none of ours was refused');
  await inTransaction(ctx.db, async (tx) => {
    const { rows: fresh } = await sql`
      insert into provider_events (provider, event_id, body, processed_at)
      values (${ctx.payments.name}, ${`refused:${transferId}`}, ${JSON.stringify({ reference, amountCents, reason })}::jsonb, now())
      on conflict do nothing returning 1`.execute(tx);
    if (fresh.length === 0) return;
    const { rows } = await sql<{ id: number }>`
      select id from users where state = 'active' and role = 'admin' order by id`.execute(tx);
    for (const { id } of rows)
      await record(tx, {
        kind: 'staff.payout_unknown',
        actor: null,
        subject: { kind: 'user', id },
        data: { transferId, reference, amountCents, reason },
      });
  });
}
