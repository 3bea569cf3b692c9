import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type * as contract from '#contract/refunds/refunds.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { maskedDocument, maskedFullName } from '#domain/accounts/documents.ts';
import { fail } from '#domain/errors.ts';
import { record } from '#server/events/events.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { about, lockRefund, mayDecide, possibleFor } from './decisions.ts';

/** Whose money a refund is, for whoever decides it and whoever pays it by hand. */
export interface Payee {
  payeeName: string | null;
  payeeDocument: string | null;
  /** Null where the bank told nobody's document. */
  paidByBuyer: boolean | null;
}

const unnamedPayer = 'Titular da conta que pagou';

/**
 * For queries with refunds `t`, their order `o` and its buyer `b`, after {@link payeeJoins}: a Pix by hand goes to
 * whoever paid (§4.8), and to the buyer where the bank never told who did. What a statement told is masked for ever.
 */
export const payeeColumns = sql`
    coalesce(l.payer_name, case when payer_is_buyer(p.id) is false
        or payer_is_buyer(p.id) is null and t.reason = 'third_party_payer' then ${unnamedPayer}
      else b.full_name end) as "payeeName",
    coalesce(p.payer_document, case when not payer_is_buyer(p.id) then l.document end,
      case when t.reason <> 'third_party_payer' then coalesce(b.cpf, b.cnpj) end) as "payeeDocument",
    payer_is_buyer(p.id) as "paidByBuyer"`;

export const payeeJoins = sql`join payments p on p.id = t.payment_id
    left join bank_lines l on p.method = 'manual' and l.bank_id = p.end_to_end_id`;

/** Whom it goes to as the queue shows it: masked. */
export function maskedPayee({ payeeName: name, payeeDocument }: Payee): contract.StaffRefund['payTo'] {
  if (!name || !payeeDocument) return null;
  const shown = name === unnamedPayer ? name : maskedFullName(name);
  return { name: shown, document: masked(payeeDocument) };
}

/** The sign that somebody else paid; null where it was the buyer, or nobody knows. */
export function strangerOf({ paidByBuyer, payeeDocument }: Payee): contract.StaffRefund['stranger'] {
  return paidByBuyer === false && payeeDocument ? masked(payeeDocument) : null;
}

const masked = (document: string) => (document.includes('*') ? document : maskedDocument(document));

/**
 * The whole document that a Pix by hand goes to, for whoever may pay this refund by hand; each look is a line of the
 * record.
 * @throws `wrong_state` where nobody pays it by hand
 */
export async function unmaskPayee(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  id: number,
): Promise<Reply<typeof contract.unmaskPayee>> {
  const refund = await lockRefund(tx, viewer, id);
  const { rules } = await mayDecide(ctx, tx, viewer, refund);
  const meta = possibleFor(rules, viewer, refund);
  if (refund.state !== 'manual') fail('wrong_state', { meta });
  const { rows } = await sql<Payee>`
    select ${payeeColumns} from refunds t join orders o on o.id = t.order_id join users b on b.id = o.buyer_id
      ${payeeJoins} where t.id = ${id}`.execute(tx);
  const { payeeName: name, payeeDocument: document } = rows[0]!;
  if (name === null || document === null)
    fail('wrong_state', {
      detail: 'O banco não disse quem pagou, e quem comprou não confirmou um documento.',
      meta,
    });
  await record(tx, about('refund.payee_unmasked', refund, viewer, {}));
  return { name, document };
}
