import { notice } from './notice.ts';
import type { Facts, Notice } from './notice.ts';

/** What goes back, and orders that end or go on by it. */
export const refundTemplates = {
  'order.refunded': (facts: Facts): Notice[] => [
    notice(
      'buyer',
      'Pedido reembolsado',
      `Você recebe ${dataMoney(facts)} de volta por «${facts.title}».`,
      'undo-2',
      orderUrl(facts),
    ),
    notice(
      'seller',
      'Venda reembolsada',
      `O valor de «${facts.title}» volta para quem comprou. A comissão não é cobrada.`,
      'undo-2',
      orderUrl(facts),
    ),
  ],
  'order.partly_refunded': (facts: Facts): Notice[] => [
    notice(
      'buyer',
      'Parte do valor de volta',
      `Você recebe ${dataMoney(facts)} de volta por «${facts.title}».`,
      'undo-2',
      orderUrl(facts),
    ),
    notice(
      'seller',
      'Reembolso parcial',
      `${dataMoney(facts)} de «${facts.title}» voltam para quem comprou. A comissão foi recalculada.`,
      'undo-2',
      orderUrl(facts),
    ),
  ],
  'order.resumed': (facts: Facts): Notice[] => [
    notice(
      'seller',
      'Venda liberada',
      `O valor de «${facts.title}» não está mais bloqueado.`,
      'lock-open',
      orderUrl(facts),
    ),
  ],
  'refund.completed': (facts: Facts): Notice[] => [
    notice(
      'buyer',
      'Reembolso enviado',
      facts.data.destination === 'balance'
        ? `${dataMoney(facts)} entraram no seu saldo.`
        : `${dataMoney(facts)} voltaram para a conta que pagou.`,
      'undo-2',
      orderUrl(facts),
    ),
  ],
};

const currency = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

function dataMoney({ data }: Facts): string {
  return currency.format(Number(data.amountCents) / 100);
}

const orderUrl = ({ orderHash }: Facts) => `/pedido/${orderHash}`;
