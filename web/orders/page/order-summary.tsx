import { Link } from 'react-router';
import type { Order } from '#contract/orders/orders.ts';
import { taxTypeNames } from '#domain/state-names.ts';
import { Card } from '#web/ui/cards/card.tsx';
import { formatCents } from '#web/ui/data/formats.ts';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';
import { BoughtListingButton } from '#web/orders/bought-listing-button.tsx';
import { paidPlan, planText } from '#web/payments/payment-texts.ts';
import { payoutLabel, unrefundedCents } from './order-facts.ts';
import type { Deal } from './order-facts.ts';
import { OrderItem } from './order-item.tsx';
import { OrderTerms } from './order-terms.tsx';

/** What was bought, from whom, and the full price breakdown. */
export function OrderSummary({ order, deal }: { order: Order; deal: Deal }) {
  const other = order.viewerIs === 'buyer' ? order.seller : order.buyer;
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-h2">Resumo</h2>
      <OrderItem listing={order.listing}>
        <DotSeparated
          of={[
            <>
              {order.viewerIs === 'buyer' ? 'Vendido por ' : 'Comprado por '}
              <Link to={`/perfil/${other}`} className="underline underline-offset-4 hover:text-ink">
                @{other}
              </Link>
            </>,
            order.viewerIs === 'buyer' && deal.sellerTaxType && taxTypeNames[deal.sellerTaxType],
          ]}
        />
      </OrderItem>
      <BoughtListingButton hash={order.hash} />
      <dl className="flex flex-col gap-2 border-t border-border pt-4 text-ui tabular-nums">
        <Line
          label={deal.quantity === 1 ? 'Item' : `${deal.quantity} × ${formatCents(deal.unitPriceCents)}`}
          value={formatCents(deal.unitPriceCents * deal.quantity)}
        />
        {deal.shipment && <Line label="Frete" value={freightText(deal.freightCents)} />}
        {deal.netCents === null && <Line label="Tarifa de compra" value={formatCents(0)} />}
        {deal.netCents !== null && deal.refundedCents > 0 && (
          <Line label="Reembolso" value={formatCents(-deal.refundedCents)} />
        )}
        {deal.netCents !== null && (
          <Line label="Tarifa de venda" value={formatCents(saleFee(deal, deal.netCents))} />
        )}
        {(deal.shipment?.labelCents ?? 0) > 0 && (
          <Line label="Etiqueta" value={formatCents(-deal.shipment!.labelCents!)} />
        )}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-border pt-3">
          <dt className="text-h3">
            {deal.netCents === null ? 'Total do pedido' : payoutLabel(order.state, deal.netCents)}
          </dt>
          <dd className="text-price-md">{formatCents(deal.netCents ?? deal.totalCents)}</dd>
        </div>
        <CardLines deal={deal} />
        {deal.netCents === null && deal.refundedCents > 0 && (
          <Line label="Reembolso" value={formatCents(deal.refundedCents)} />
        )}
      </dl>
      <OrderTerms order={order} deal={deal} />
    </Card>
  );
}

const freightText = (cents: number) => (cents === 0 ? 'Grátis' : formatCents(cents));

/** What the sale loses besides refunds and the label. */
function saleFee(deal: Deal, netCents: number): number {
  return netCents + (deal.shipment?.labelCents ?? 0) - unrefundedCents(deal);
}

/** The buyer's card in installments: the interest of its bank beside the order's total. */
function CardLines({ deal }: { deal: Deal }) {
  const plan = paidPlan(deal.payment);
  if (!plan) return null;
  return (
    <>
      {plan.interestCents > 0 && <Line label="Juros do cartão" value={formatCents(plan.interestCents)} />}
      <Line label="Parcelas no cartão" value={planText(plan)} />
      <Line label="Total pago" value={formatCents(deal.totalCents + plan.interestCents)} />
    </>
  );
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="font-normal text-ink-2">{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
