import type { EventKind } from '#server/event-kinds.ts';
import { formatCents } from '#server/formats.ts';
import { notice, restWords } from './notice.ts';
import type { Facts, Notice } from './notice.ts';

type Contested = Extract<EventKind, 'payment.contested' | 'payment.upheld' | 'payment.charged_back'>;

/** What both sides hear while the bank of whoever paid looks at the payment, and of its end (P26). */
export const contestationTemplates: Record<Contested, (facts: Facts) => Notice[]> = {
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
      `Seu banco manteve o pagamento de «${facts.title}». ${restWords(facts, 'O pedido segue com o prazo que restava.')}`,
      'lock-open',
      orderUrl(facts),
    ),
    notice(
      'seller',
      'Pagamento mantido',
      `O banco manteve o pagamento de «${facts.title}». ${restWords(facts, 'O valor não está mais bloqueado, e os prazos seguem de onde pararam.')}`,
      'lock-open',
      orderUrl(facts),
    ),
  ],
  'payment.charged_back': (facts) => [
    notice(
      'buyer',
      'Seu banco devolveu o valor',
      `${money(facts)} de «${facts.title}» voltaram pelo seu banco. Não há outra devolução desse valor.`,
      'undo-2',
      orderUrl(facts),
    ),
    notice(
      'seller',
      'Contestação perdida',
      `O banco devolveu ${money(facts)} de «${facts.title}» a quem pagou. A comissão desse valor não é cobrada, e isso não conta na sua reputação.`,
      'undo-2',
      orderUrl(facts),
    ),
  ],
};

/** What the bank itself took back is told as that, and not as a refund of ours. */
export const byBank = ({ data }: Facts): boolean => data.reason === 'charged_back';

const money = ({ data }: Facts) => formatCents(Number(data.amountCents));

const orderUrl = ({ orderHash }: Facts) => `/pedido/${orderHash}`;
