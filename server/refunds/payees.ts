import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type * as contract from '#contract/refunds/refunds.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { maskedDocument, maskedFullName } from '#domain/accounts/documents.ts';
import { fail } from '#domain/errors.ts';
import { record } from '#server/events/events.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { refundEvent, lockRefund, requirePermission, possibleFor } from './decisions.ts';

/** The person whom a refund is paid to, for staff who decide it or pay it manually. */
export interface Payee {
  payeeName: string | null;
  payeeDocument: string | null;
  /** Null when the bank stated no document. */
  paidByBuyer: boolean | null;
}

const unnamedPayer = 'Titular da conta que pagou';

/**
 * For queries with refunds `t`, their order `o` and its buyer `b`, after {@link payeeJoins}: a manual Pix goes to the payer
 * (§4.8), and to the buyer when the bank did not state the payer. A document from a statement is masked already.
 */
export const payeeColumns = sql`
    coalesce(l.payer_name, case when payer_is_buyer(p.id) is false
        or payer_is_buyer(p.id) is null and t.reason = 'third_party_payer' then ${unnamedPayer}
      else coalesce(b.full_name, p.billing_name) end) as "payeeName",
    coalesce(p.payer_document, case when not payer_is_buyer(p.id) then l.document end,
      case when t.reason <> 'third_party_payer' then coalesce(b.cpf, b.cnpj, p.billing_document) end) as "payeeDocument",
    payer_is_buyer(p.id) as "paidByBuyer"`;

export const payeeJoins = sql`join payments p on p.id = t.payment_id
    left join bank_lines l on p.method = 'manual' and l.bank_id = p.end_to_end_id`;

/** The masked payee, as the queue shows it. */
export function maskedPayee({ payeeName: name, payeeDocument }: Payee): contract.StaffRefund['payTo'] {
  if (!name || !payeeDocument) return null;
  const shown = name === unnamedPayer ? name : maskedFullName(name);
  return { name: shown, document: masked(payeeDocument) };
}

/** The masked document of a payer who is not the buyer; null for the buyer or an unknown payer. */
export function strangerOf({ paidByBuyer, payeeDocument }: Payee): contract.StaffRefund['stranger'] {
  return paidByBuyer === false && payeeDocument ? masked(payeeDocument) : null;
}

const masked = (document: string) => (document.includes('*') ? document : maskedDocument(document));

/**
 * The unmasked payee of a manual Pix, for staff who may pay this refund; each access is recorded.
 * @throws `wrong_state` when the refund is not paid manually
 */
export async function unmaskPayee(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  id: number,
): Promise<Reply<typeof contract.unmaskPayee>> {
  const refund = await lockRefund(tx, viewer, id);
  const { rules } = await requirePermission(ctx, tx, viewer, refund);
  const meta = possibleFor(rules, viewer, refund);
  if (refund.state !== 'manual') fail('wrong_state', { meta });
  const { rows } = await sql<Payee>`
    select ${payeeColumns} from refunds t join orders o on o.id = t.order_id join users b on b.id = o.buyer_id
      ${payeeJoins} where t.id = ${id}`.execute(tx);
  const { payeeName: name, payeeDocument: document } = rows[0]!;
  if (name === null || document === null)
    fail('wrong_state', {
      detail: 'Não informado pelo banco quem pagou, e quem comprou não confirmou um documento.',
      meta,
    });
  await record(tx, refundEvent('refund.payee_unmasked', refund, viewer, {}));
  return { name, document };
}
