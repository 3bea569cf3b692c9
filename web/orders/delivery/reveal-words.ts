import type { Order } from '#contract/orders/orders.ts';
import { formatDateTime } from '#web/ui/data/formats.ts';
import type { Deal } from '#web/orders/page/order-facts.ts';
import { may } from '#web/orders/page/order-facts.ts';

/** What looking at the codes for the first time gives up (N05), with the dates of this order: one sentence each. */
export function revealWords(order: Pick<Order, 'now'>, deal: Deal): string[] {
  return [
    ...(may(deal, 'regret') && deal.regretUntil
      ? [
          `Fechado, você pode se arrepender até ${formatDateTime(deal.regretUntil)} e o valor volta sem análise. Depois de aberto, o arrependimento passa pela equipe.`,
        ]
      : []),
    ...(may(deal, 'confirm')
      ? [
          `Aberto agora, você confere e confirma até ${formatDateTime(confirmUntil(order, deal))}. Depois, a compra se conclui sozinha.`,
        ]
      : []),
    'Ficam registrados quem abriu, quando, em que aparelho e a marca do código. Os dois lados veem.',
  ];
}

/** P18: so long after the look, and never after the end that closed codes have. */
function confirmUntil({ now }: Pick<Order, 'now'>, { dueAt, terms }: Deal): number {
  const fromNow = Date.parse(now) + terms.confirmMs;
  return dueAt === null ? fromNow : Math.min(fromNow, Date.parse(dueAt));
}
