import { durationText } from '#domain/text/durations.ts';
import type { PaymentProofRefusal } from '#domain/payments/payment-proofs.ts';
import { formatCents } from '#server/formats.ts';
import { rulesInForce } from '#server/settings/current/rules-in-force.ts';
import { notice } from '#server/notifications/notice.ts';
import type { Facts, Templates } from '#server/notifications/notice.ts';

const refusals: Record<PaymentProofRefusal, string> = {
  illegible: 'não deu para ler',
  other_amount: 'o valor é diferente do pedido',
  repeated: 'ele já foi usado em outro pagamento',
  scheduled: 'o pagamento está agendado e ainda não saiu',
  not_found: 'o pagamento não chegou à nossa conta',
};

/** Notices for the buyer about a manual payment. Its approval is announced as for every payment: `order.paid`. */
export const paymentProofTemplates = {
  'receipt.sent': (facts) => [
    notice(
      'buyer',
      'Comprovante recebido',
      `Vamos conferir o pagamento de «${facts.title}» em até ${durationText(rulesInForce.receipts.answerMs)}.`,
      'file-check',
      orderUrl(facts),
    ),
  ],
  'receipt.proposed': () => [],
  'receipt.rejection_proposed': () => [],
  'receipt.approved': () => [],
  'receipt.rejected': (facts) =>
    // After the last refusal the end of the order is announced.
    facts.data.last
      ? []
      : [
          notice(
            'buyer',
            'Comprovante recusado',
            `No comprovante de «${facts.title}», ${refusals[facts.data.refusal as PaymentProofRefusal]}. Envie outro.`,
            'file-x',
            orderUrl(facts),
          ),
        ],
  'receipt.line_proposed': () => [],
  // A reinstated order is announced as for every payment: `order.paid`.
  'receipt.line_matched': (facts) =>
    facts.data.outcome === 'refunded'
      ? [
          notice(
            'buyer',
            'Seu pagamento chegou e vai voltar',
            `O pedido de «${facts.title}» não podia mais ser pago. Vamos devolver ${formatCents(Number(facts.data.amountCents))} inteiros para a conta de onde saíram.`,
            'undo-2',
            orderUrl(facts),
          ),
        ]
      : [],
  // Internal work of the team.
  'statement.loaded': () => [],
} satisfies Partial<Templates>;

const orderUrl = ({ orderHash }: Facts) => `/pedido/${orderHash}`;
