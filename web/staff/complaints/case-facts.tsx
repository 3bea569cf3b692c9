import { Link } from 'react-router';
import type { StaffComplaint } from '#contract/complaints/staff-complaints.ts';
import { deliveryTypeLabels, settlementLabel } from './case-labels.ts';
import { resultLabels } from '#web/complaints/complaint-texts.ts';
import { Card } from '#web/ui/cards/card.tsx';
import { formatCents, formatDate, formatDateTime } from '#web/ui/data/formats.ts';

/** The order with its amounts and dates. */
export function OrderFacts({ found: { order, money } }: { found: StaffComplaint }) {
  const facts: [string, string][] = [
    ['Entrega', deliveryTypeLabels[order.deliveryType]],
    ['Valor pago', formatCents(money.totalCents)],
    ['Já devolvido', formatCents(money.refundedCents)],
    ['Dinheiro da venda', settlementLabel(order.settlement)],
    ['Pago em', order.paidAt ? formatDateTime(order.paidAt) : 'não pago'],
    ['Prometido para', order.promisedAt ? formatDateTime(order.promisedAt) : 'sem promessa'],
    ['Entregue em', order.deliveredAt ? formatDateTime(order.deliveredAt) : 'não entregue'],
  ];
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-h3">Pedido</h2>
      <Link
        to={`/dashboard/pedidos/${order.id}`}
        className="inline-flex min-h-11 items-center text-ui font-semibold wrap-anywhere text-brand hover:underline"
      >
        {order.title}
      </Link>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
        {facts.map(([label, text]) => (
          <div key={label} className="contents">
            <dt className="text-ink-2">{label}</dt>
            <dd className="text-right tabular-nums">{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** How other cases with this reason were decided. */
export function SimilarCases({ similar }: Pick<StaffComplaint, 'similar'>) {
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-h3">Casos parecidos</h2>
      {similar.length === 0 ? (
        <p className="text-sm text-ink-2">Nenhuma decisão anterior por este motivo.</p>
      ) : (
        <ul className="flex flex-col">
          {similar.map((each) => (
            <li key={each.id}>
              <Link
                to={`/dashboard/reclamacoes/${each.id}`}
                className="flex min-h-11 flex-col justify-center rounded-sm text-sm hover:bg-surface-2"
              >
                <span className="font-medium">
                  {each.result ? resultLabels[each.result] : 'Sem resultado'}
                </span>
                <span className="line-clamp-1 text-ink-3">{`${each.title}, ${formatDate(each.closedAt)}`}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
