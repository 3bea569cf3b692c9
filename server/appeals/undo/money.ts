import { sql } from 'kysely';
import { withdrawalAsked } from '#domain/ledger/postings.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { post } from '#server/ledger/post.ts';
import { lockBalance } from '#server/ledger/queries.ts';
import { endBlockOnAppeal } from '#server/payments/staff-blocks/commands.ts';
import { byStaff, done, doneExcept, tooLate } from './undoing.ts';
import type { Undoing, Undone } from './undoing.ts';

interface Refused {
  userId: number;
  amountCents: number;
  creditCents: number;
  feeCents: number;
  /** The key is still the person's document, and the account may be paid. */
  payable: boolean;
}

/**
 * A refused withdrawal is asked for again, of the same amount and to the same key, and waits for the team: its money came
 * back to the balance when it was refused, and may have been spent.
 */
export async function undoWithdrawalRefusal(
  _ctx: Ctx,
  tx: Tx,
  { decision, viewer }: Undoing,
): Promise<Undone> {
  const { rows } = await sql<Refused>`
    select w.user_id as "userId", w.amount_cents as "amountCents", w.credit_cents as "creditCents",
      w.fee_cents as "feeCents",
      coalesce(u.cpf, u.cnpj) = w.pix_key and u.state in ('active', 'restricted', 'suspended') as payable
    from withdrawals w join users u on u.id = w.user_id where w.id = ${decision.subjectId}`.execute(tx);
  const refused = rows[0]!;
  const { userId, amountCents, creditCents, payable } = refused;
  if (!payable)
    return tooLate('A chave Pix ou a conta mudou. O valor está no seu saldo: peça um novo saque.');
  const held = await lockBalance(tx, userId);
  if (held.availableCents < amountCents - creditCents || held.purchaseCreditCents < creditCents)
    return tooLate('Parte do valor já foi usada. O resto está no seu saldo: peça um novo saque.');
  const id = await askAgain(tx, decision.subjectId);
  await post(tx, withdrawalAsked({ withdrawalId: id, userId, amountCents, creditCents }));
  await record(tx, {
    kind: 'withdrawal.requested',
    actor: viewer,
    subject: { kind: 'withdrawal', id },
    data: { userId, amountCents, feeCents: refused.feeCents, debtCents: 0, of: decision.subjectId },
  });
  return doneExcept('Pedimos o saque de novo, com o mesmo valor. Outra pessoa da equipe o confere agora.');
}

async function askAgain(tx: Tx, id: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into withdrawals (user_id, amount_cents, credit_cents, fee_cents, pix_key_type, pix_key, holder_name)
    select user_id, amount_cents, credit_cents, fee_cents, pix_key_type, pix_key, holder_name
    from withdrawals where id = ${id} returning id`.execute(tx);
  return rows[0]!.id;
}

/** A refused payment proof stays refused: the next one is a new row, as is what the bank says of the order meanwhile. */
export const undoProofRefusal = byStaff(async (_ctx, tx, { decision }) => {
  const { rows } = await sql<{ state: string }>`
    select state from orders where id = ${decision.subjectId}`.execute(tx);
  return rows[0]!.state === 'awaiting_payment'
    ? tooLate('Envie o comprovante de novo no pedido, e a equipe o confere outra vez.')
    : tooLate('O pedido já seguiu. Se o valor entrou em nossa conta sem um pedido, ele volta para você.');
});

/** A blocked sale's money is free again, unless something else blocks it. A renewal ends with its block. */
export const undoBlock = byStaff(async (_ctx, tx, { decision, viewer }) => {
  const goesOn = await endBlockOnAppeal(tx, viewer, decision.subjectId);
  if (goesOn === null) return tooLate('O bloqueio já tinha acabado.');
  return goesOn ? done : doneExcept('O valor continua parado por outro motivo, que é outra decisão.');
});
