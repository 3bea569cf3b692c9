import { formatMoment } from '#server/formats.ts';
import { notice, resumeText } from '#server/notifications/notice.ts';
import type { Facts, Templates } from '#server/notifications/notice.ts';

/** Notices for both sides while the team examines a payment, and at its end (§4.6). A refund has its own notice. */
export const analysisTemplates = {
  'payment.analysed': (facts) => [
    notice(
      'buyer',
      'Pagamento em análise',
      `Conferimos o pagamento de «${facts.title}» até ${until(facts)}. O valor fica guardado e os prazos param. Você não precisa fazer nada.`,
      'hourglass',
      orderUrl(facts),
    ),
    notice(
      'seller',
      'Pagamento em análise',
      `Conferimos o pagamento de «${facts.title}» até ${until(facts)}. Só o valor desta venda espera, e os prazos param. Se ainda não entregou, espere.`,
      'hourglass',
      orderUrl(facts),
    ),
  ],
  'payment.analysis_ended': (facts) =>
    (['buyer', 'seller'] as const).map((side) =>
      notice(
        side,
        'Análise encerrada',
        `O pagamento de «${facts.title}» foi conferido. ${resumeText(facts, 'Tudo segue, com o prazo que restava.')}`,
        'lock-open',
        orderUrl(facts),
      ),
    ),
} satisfies Partial<Templates>;

const until = ({ data }: Facts) => formatMoment(new Date(String(data.until)));
const orderUrl = ({ orderHash }: Facts) => `/pedido/${orderHash}`;
