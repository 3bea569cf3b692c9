import { formatCents } from '#server/formats.ts';
import { notice, resumeText } from '#server/notifications/notice.ts';
import type { Facts, Templates } from '#server/notifications/notice.ts';

/** Notices for both sides while the payer's bank examines the payment, and at its end (P26). */
export const contestationTemplates = {
  'payment.contested': (facts) => [
    notice(
      'buyer',
      'Contestação recebida',
      `Seu banco analisa a contestação de «${facts.title}». Até ele decidir, o valor fica parado. Foi engano? Cancele a contestação no banco.`,
      'landmark',
      orderUrl(facts),
    ),
    notice(
      'seller',
      'Pagamento contestado',
      `O banco de quem pagou analisa «${facts.title}». Só o valor desta venda fica bloqueado. Se ainda não entregou, espere; se entregou, guarde as provas.`,
      'landmark',
      orderUrl(facts),
    ),
  ],
  'payment.upheld': (facts) => [
    notice(
      'buyer',
      'Pagamento mantido',
      `Seu banco manteve o pagamento de «${facts.title}». ${resumeText(facts, 'O pedido segue com o prazo que restava.')}`,
      'lock-open',
      orderUrl(facts),
    ),
    notice(
      'seller',
      'Pagamento mantido',
      `O banco manteve o pagamento de «${facts.title}». ${resumeText(facts, 'O valor não está mais bloqueado, e os prazos seguem de onde pararam.')}`,
      'lock-open',
      orderUrl(facts),
    ),
  ],
  'payment.charged_back': (facts) => [
    notice(
      'buyer',
      'Seu banco devolveu o valor',
      `${money(facts)} de «${facts.title}» voltaram pelo seu banco. ${debtText(facts)}`,
      'undo-2',
      orderUrl(facts),
    ),
    notice('seller', 'Contestação perdida', sellerText(facts), 'undo-2', orderUrl(facts)),
  ],
  'payment.won': (facts) => [
    notice(
      'buyer',
      'Débito cancelado',
      `Seu banco desfez a devolução de «${facts.title}». Você não deve mais ${money(facts)}; o que já tinha pago voltou ao seu crédito.`,
      'lock-open',
      orderUrl(facts),
    ),
  ],
} satisfies Partial<Templates>;

/** A chargeback has its own notice and is not announced as a refund. */
export const isChargeback = ({ data }: Facts): boolean => data.reason === 'charged_back';

const money = ({ data }: Facts) => formatCents(Number(data.amountCents));

/** ADR 71: what the buyer had been refunded before is owed. */
function debtText({ data: { debtCents = 0 } }: Facts): string {
  const cents = Number(debtCents);
  if (cents === 0) return 'Esse valor não é reembolsado outra vez.';
  return `${formatCents(cents)} já tinham sido reembolsados: você deve esse valor, e descontamos do seu saldo.`;
}

/** The amount that was taken out of the sale, if any. */
function sellerText({ title, data: { saleCents, amountCents } }: Facts): string {
  const cents = Number(saleCents ?? amountCents);
  if (cents === 0)
    return `O banco devolveu a quem pagou um valor de «${title}» já reembolsado. Nada sai do seu saldo.`;
  return `O banco devolveu ${formatCents(cents)} de «${title}» a quem pagou. A tarifa desse valor não é cobrada, e isso não conta na sua reputação.`;
}

const orderUrl = ({ orderHash }: Facts) => `/pedido/${orderHash}`;
