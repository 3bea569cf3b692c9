import type { Order } from '#contract/orders/orders.ts';
import { formatDateTime } from '#web/ui/data/formats.ts';
import type { Deal } from '#web/orders/page/order-facts.ts';
import { may } from '#web/orders/page/order-facts.ts';

/** What opening the codes for the first time changes (N05), with this order's dates, one sentence each. */
export function revealConsequences(order: Pick<Order, 'now'>, deal: Deal): string[] {
  return [
    ...(may(deal, 'regret') && deal.regretUntil
      ? [
          `Fechado, você pode se arrepender até ${formatDateTime(deal.regretUntil)} e o valor volta sem análise. Depois de aberto, o arrependimento passa pela equipe.`,
        ]
      : []),
    ...(may(deal, 'confirm')
      ? [
          `Aberto agora, você confere e confirma até ${formatDateTime(confirmUntil(order, deal))}. Depois, a compra é concluída automaticamente.`,
        ]
      : []),
    'Ficam registrados quem abriu, quando, em que aparelho, e o resumo de cada código. Quem comprou e quem vendeu veem.',
  ];
}

/** P18: the confirmation time counts from opening the codes and never ends after the limit of unopened codes. */
function confirmUntil({ now }: Pick<Order, 'now'>, { dueAt, terms }: Deal): number {
  const fromNow = Date.parse(now) + terms.confirmMs;
  return dueAt === null ? fromNow : Math.min(fromNow, Date.parse(dueAt));
}
