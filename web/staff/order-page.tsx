import type { Reply } from '#contract/endpoint.ts';
import { paidPaymentStates } from '#domain/payments/paid-states.ts';
import { planText } from '#web/payments/payment-texts.ts';
import { methodNames, taxTypeNames } from '#domain/state-names.ts';
import { brandName } from '#web/ui/theme/brand.ts';
import { Suspense } from 'react';
import { Link, useParams, useRevalidator } from 'react-router';
import { listAuditLog } from '#contract/staff/staff.ts';
import { getStaffOrder } from '#contract/orders/staff-orders.ts';
import { api } from '#web/api/api.ts';
import { PageError } from '#web/pages/page-error.tsx';
import { orErrorStatus } from '#web/api/load.ts';
import { staffOrderBadge } from '#web/orders/order-badge.ts';
import { refundLabels } from '#web/labels.ts';
import { refundReasonLabels } from '#web/refunds/refund-texts.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { formatCents, formatCount, formatDateTime } from '#web/ui/data/formats.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import type { Route } from './+types/order-page';
import { Facts } from './shell/detail-sheet.tsx';
import { HistoryList } from './shell/history-list.tsx';
import { NotesSection } from './shell/notes-section.tsx';
import { CaseCards } from './orders/case-cards.tsx';
import { ConversationCard } from './orders/conversation-card.tsx';
import { DeliveryCard } from './orders/delivery-card.tsx';
import { MoneyLegs } from './orders/money-legs.tsx';
import { OrderComplaints } from './orders/order-complaints.tsx';
import { OrderEvents } from './orders/order-events.tsx';
import { settlementLabels } from './orders/order-labels.ts';
import { ChargebackBanner } from './payments/chargeback-banner.tsx';
import { stateLabel } from './payments/payment-labels.ts';

const StaffDossierCard = lazyPart(async () => ({
  default: (await import('#web/dossiers/staff-dossier-card.tsx')).StaffDossierCard,
}));
const ParcelCard = lazyPart(() =>
  import('./orders/parcel-card.tsx').then((module) => ({ default: module.ParcelCard })),
);

type StaffOrderDetail = Reply<typeof getStaffOrder>;

/** Shown when the order does not exist or the page failed; the dashboard's frame stays. */
export function ErrorBoundary() {
  const { id } = useParams();
  return <PageError title={`Pedido ${id}`} thing="o pedido" missing={`O pedido ${id} não existe.`} />;
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const id = Number(params.id);
  const [order, audit] = await Promise.all([
    orErrorStatus(api(getStaffOrder, { params: { id: params.id as unknown as number } })),
    api(listAuditLog, {
      query: { by: 'support,admin', subject: 'order', subjectId: String(id), size: '25' },
    }).catch(() => null),
  ]);
  return { order, decisions: audit?.items ?? [] };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `Pedido ${loaderData?.order.code ?? ''} · Painel · ${brandName}` }];
}

/** `/dashboard/pedidos/{id}`: everything about one order. */
export default function StaffOrderPage({ loaderData: { order, decisions } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const { label, tone } = staffOrderBadge(order);
  return (
    <div className="flex flex-col gap-6 page-gutter py-6 md:py-8">
      <PageHeader
        above={
          <Link
            to="/dashboard/pedidos"
            className="inline-flex min-h-11 items-center self-start text-sm text-ink-2 hover:underline"
          >
            ‹ Pedidos
          </Link>
        }
        title={`Pedido ${order.code}`}
        badge={<StatusBadge tone={tone}>{label}</StatusBadge>}
        text={`${formatCents(order.totalCents)} por «${order.title}»${order.dueAt ? `. Prazo: ${formatDateTime(order.dueAt)}.` : '.'}`}
      />
      {order.codesMissing > 0 && (
        <Banner
          tone="warning"
          title={`Falta entregar ${formatCount(order.codesMissing, 'código', 'códigos')}`}
        >
          O pedido está pago. A entrega é automática assim que @{order.seller.username} cadastrar códigos no
          anúncio. Se o prazo acabar antes, o pedido é cancelado e o valor volta inteiro.
        </Banner>
      )}
      {order.payments.map((payment) => (
        <ChargebackBanner key={payment.id} payment={payment} />
      ))}
      <div className="grid items-start gap-6 xl:grid-cols-[7fr_5fr] xl:grid-rows-[auto_1fr]">
        <div className="flex min-w-0 flex-col gap-6">
          <Card>
            <h2 className="mb-4 text-h3">Linha do tempo</h2>
            <OrderEvents order={order} />
          </Card>
          <ParcelPart order={order} />
          {order.paidAt && (
            <>
              <DeliveryCard
                order={order}
                delivery={order.delivery}
                buyer={order.buyer.username}
                seller={order.seller.username}
              />
              <ConversationCard key={order.hash} hash={order.hash} messages={order.delivery.messages} />
            </>
          )}
          <Card className="min-w-0">
            <h2 className="mb-4 text-h3">Movimentações do pedido</h2>
            <MoneyLegs legs={order.legs} />
          </Card>
        </div>
        <div className="flex min-w-0 flex-col gap-6 xl:col-start-2 xl:row-span-2 xl:row-start-1">
          <Card className="flex flex-col gap-3">
            <h2 className="text-h3">Valores</h2>
            <Facts
              facts={[
                ['Total do pedido', formatCents(order.totalCents)],
                ...cardFacts(order),
                [`Tarifa da ${brandName}`, formatCents(order.commissionCents)],
                [
                  'Quem vende recebe',
                  order.netCents === null ? 'Depois do pagamento' : formatCents(order.netCents),
                ],
                ['Quantidade', order.quantity],
                ['Quem vende é', order.sellerTaxType ? taxTypeNames[order.sellerTaxType] : 'Não informado'],
                ['Nota fiscal', order.invoiceKey ?? 'Nenhuma'],
                ['Termos aceitos', <AcceptedTerms key="terms" {...order.agreement} />],
                ...(order.settlement
                  ? ([
                      ['Valor da venda', settlementLabels[order.settlement.state]],
                      [
                        'Liberação',
                        order.settlement.releaseAt
                          ? formatDateTime(order.settlement.releaseAt)
                          : 'Depois da conclusão',
                      ],
                      [
                        'Retenção',
                        order.settlement.holdDays === null
                          ? 'Regra geral'
                          : `${formatCount(order.settlement.holdDays, 'dia', 'dias')}, deste pedido`,
                      ],
                    ] as const)
                  : []),
              ]}
            />
          </Card>
          <Card className="flex flex-col gap-3">
            <h2 className="text-h3">Pessoas</h2>
            <Facts
              facts={[
                ['Quem compra', <PartyLink key="buyer" {...order.buyer} />],
                ['Quem vende', <PartyLink key="seller" {...order.seller} />],
                [
                  'Anúncio',
                  <Link
                    key="listing"
                    to={`/dashboard/anuncios?id=${order.listing.id}`}
                    className="text-brand hover:underline"
                  >
                    {order.title}
                  </Link>,
                ],
              ]}
            />
          </Card>
          <OrderComplaints complaints={order.complaints} />
          <Card className="flex flex-col gap-3">
            <h2 className="text-h3">Pagamentos e reembolsos</h2>
            {order.payments.length === 0 && <p className="text-sm text-ink-2">Nenhuma cobrança.</p>}
            <ul className="flex flex-col gap-3">
              {order.payments.map((payment) => (
                <MoneyRow
                  key={payment.id}
                  to={`/dashboard/pagamentos?id=${payment.id}`}
                  title={`${methodNames[payment.method]} · ${formatCents(payment.amountCents)}`}
                  detail={formatDateTime(payment.confirmedAt ?? payment.createdAt)}
                  label={stateLabel(payment)}
                />
              ))}
              {order.refunds.map((refund) => (
                <MoneyRow
                  key={`r${refund.id}`}
                  title={`Reembolso · ${formatCents(refund.amountCents)}`}
                  detail={`${refundReasonLabels[refund.reason]}, ${formatDateTime(refund.completedAt ?? refund.createdAt)}`}
                  label={refundLabels[refund.state]}
                />
              ))}
            </ul>
          </Card>
          <CaseCards order={order} />
          <Suspense>
            <StaffDossierCard key={order.hash} hash={order.hash} />
          </Suspense>
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Card>
            <NotesSection notes={order.notes} subject="order" id={order.id} onWritten={() => revalidate()} />
          </Card>
          <Card>
            <HistoryList entries={decisions} subject="order" id={order.id} />
          </Card>
        </div>
      </div>
    </div>
  );
}

/** Below the timeline, so its code comes after the page. */
function ParcelPart({ order }: { order: StaffOrderDetail }) {
  if (!order.shipment && !order.pickup) return null;
  return (
    <Suspense fallback={<Skeleton className="h-96 rounded-lg" />}>
      <ParcelCard key={order.hash} order={order} />
    </Suspense>
  );
}

/** A card in installments: the order's total, the interest of its bank, and what the buyer pays in all. */
function cardFacts({ payments, totalCents }: StaffOrderDetail): [string, string][] {
  const plan = payments.find(({ state }) => paidPaymentStates.includes(state))?.cardPlan;
  if (!plan || plan.count === 1) return [];
  return [
    [`Juros do cartão, ${planText(plan)}`, formatCents(plan.interestCents)],
    ['Total pago por quem compra', formatCents(totalCents + plan.interestCents)],
  ];
}

/** The versions buyer and seller accepted, with the rules that applied when the order was placed. */
function AcceptedTerms({ buyer, seller, rules }: { buyer: number; seller: number; rules: number }) {
  const link = (version: number, who: string) => (
    <Link to={`/termos?versao=${version}&regras=${rules}`} className="text-brand hover:underline">
      {who}: versão {version}
    </Link>
  );
  return (
    <span className="flex flex-col items-end">
      {link(buyer, 'Compra')}
      {link(seller, 'Venda')}
    </span>
  );
}

function PartyLink({ id, username }: { id: number; username: string }) {
  return (
    <Link to={`/dashboard/usuarios?id=${id}`} className="text-brand hover:underline">
      @{username}
    </Link>
  );
}

function MoneyRow({
  to,
  title,
  detail,
  label,
}: {
  to?: string;
  title: string;
  detail: string;
  label: ReturnType<typeof stateLabel>;
}) {
  return (
    <li className="flex items-center justify-between gap-3 text-sm">
      <span className="min-w-0">
        {to ? (
          <Link
            to={to}
            className="inline-flex min-h-6 items-center font-semibold text-brand hover:underline max-md:min-h-11"
          >
            {title}
          </Link>
        ) : (
          <span className="font-semibold">{title}</span>
        )}
        <span className="block text-xs text-ink-3">{detail}</span>
      </span>
      <StatusBadge tone={label.tone} size="sm">
        {label.label}
      </StatusBadge>
    </li>
  );
}
