import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { brandName } from '#web/ui/theme/brand.ts';
import { Suspense, useRef } from 'react';
import { redirect } from 'react-router';
import { listOrderComplaints } from '#contract/complaints/complaints.ts';
import { getOrder } from '#contract/orders/orders.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { Order } from '#contract/orders/orders.ts';
import { getOrderRatings } from '#contract/community/ratings.ts';
import type { EarlyHandle } from '#web/api/reads/early-reads.ts';
import { readOf } from '#web/api/reads/early-reads.ts';
import { api, apiContext, ApiError } from '#web/api/api.ts';
import { PageError } from '#web/pages/page-error.tsx';
import { ComplaintButton } from '#web/complaints/complaint-button.tsx';
import { orErrorStatus } from '#web/api/load.ts';
import { OrderRatings } from '#web/community/ratings/order-ratings.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { BuyerActions } from '#web/orders/buyer-actions.tsx';
import { ConversationBlock } from '#web/orders/conversation/conversation-block.tsx';
import { DeliveryBlock } from '#web/orders/delivery/delivery-block.tsx';
import { may } from './order-facts.ts';
import type { Deal } from './order-facts.ts';
import { OrderHeader } from './order-header.tsx';
import { OrderRules } from './order-rules.tsx';
import { OrderSummary } from './order-summary.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { PaymentBlock } from '#web/payments/payment-block.tsx';
import { SellerActions, CancellationRequest } from '#web/orders/seller-actions.tsx';
import { PublicOrderView } from './public-order-view.tsx';
import { useOrderUpdates } from './use-order-updates.ts';
import { usePaidMoment } from '#web/payments/use-paid-moment.ts';
import { AskSupport } from '#web/tickets/ask-support.tsx';
import type { Route } from './+types/order-page';

const InvoiceCard = lazyPart(async () => ({
  default: (await import('#web/orders/invoice-card.tsx')).InvoiceCard,
}));
// Below everything, so its code comes after the page.
const DossierCard = lazyPart(async () => ({
  default: (await import('#web/dossiers/dossier-card.tsx')).DossierCard,
}));
const RenewLink = lazyPart(async () => ({ default: (await import('./renew-link.tsx')).RenewLink }));
const DeliveryData = lazyPart(async () => ({
  default: (await import('#web/orders/delivery/delivery-data.tsx')).DeliveryData,
}));
// Most orders have no refund.
const RefundBlock = lazyPart(async () => ({
  default: (await import('#web/refunds/refund-block.tsx')).RefundBlock,
}));
// Most orders have no return.
const ReturnCard = lazyPart(async () => ({
  default: (await import('#web/shipping/returns/return-card.tsx')).ReturnCard,
}));
const CancellationRefusal = lazyPart(async () => ({
  default: (await import('#web/refunds/cancellation-refusal.tsx')).CancellationRefusal,
}));

/** Loads what anyone with the link may see: the server knows no session. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const order = await orErrorStatus(context.get(apiContext)(getOrder, { params }));
  return { order, ratings: null, complaints: null, clockOffsetMs: 0, asked: false };
}

export const handle: EarlyHandle = {
  reads: ({ params }) => {
    const order = { params: { hash: params.hash! } };
    return [readOf(getOrder, order), readOf(getOrderRatings, order), readOf(listOrderComplaints, order)];
  },
};

/** Loads the same with the browser's token: buyer and seller see the whole order. */
export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const order = await orErrorStatus(api(getOrder, { params }));
  // Staff have a page of their own, which addresses no reader as a side.
  if (order.viewerIs === 'staff' && order.deal) throw redirect(`/dashboard/pedidos/${order.deal.id}`);
  const clockOffsetMs = Date.parse(order.now) - Date.now();
  const [ratings, complaints] = await Promise.all([ratingsOf(order), complaintsOf(order)]);
  return { order, ratings, complaints, clockOffsetMs, asked: true };
}
clientLoader.hydrate = true as const;

/**
 * Ratings of an order that ended after its delivery, for its two sides. If they fail to load, the page works without
 * them.
 */
async function ratingsOf({ hash, viewerIs, deal }: Order) {
  const party = viewerIs === 'buyer' || viewerIs === 'seller';
  if (!party || !deal?.deliveredAt || !deal.closedAt) return null;
  return api(getOrderRatings, { params: { hash } }).catch((error: unknown) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
}

/** Complaints of a paid order, for its two sides; most orders have none. */
async function complaintsOf({ hash, viewerIs, state }: Order) {
  const party = viewerIs === 'buyer' || viewerIs === 'seller';
  if (!party || !complainable.includes(state)) return null;
  return api(listOrderComplaints, { params: { hash } }).catch((error: unknown) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
}

const complainable: readonly Order['state'][] = [
  'in_delivery',
  'delivered',
  'in_complaint',
  'completed',
  'refunded',
];

const ComplaintSection = lazyPart(() =>
  import('#web/complaints/complaint-section.tsx').then((module) => ({ default: module.ComplaintSection })),
);

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData ? `Pedido ${loaderData.order.code} · ${brandName}` : `Pedido · ${brandName}` },
  { name: 'robots', content: 'noindex, nofollow' },
];

export const ErrorBoundary = () => (
  <PageError title="Pedido" thing="este pedido" missing="Não encontramos este pedido. Confira o link." />
);

/** Above the delivery while it is open, because its step is the next one. */
function Return({ order, deal }: { order: Order; deal: Deal }) {
  if (!deal.return) return null;
  return (
    <Suspense>
      <ReturnCard order={order} back={deal.return} />
    </Suspense>
  );
}

/** `/pedido/{hash}`: the order's page. What it shows depends on the viewer. */
export default function OrderPage({ loaderData }: Route.ComponentProps) {
  const { order, ratings, complaints, clockOffsetMs, asked } = loaderData;
  const deliveryTitle = useRef<HTMLHeadingElement>(null);
  const celebrating = usePaidMoment(order.state, deliveryTitle);
  useOrderUpdates(order);
  const { deal } = order;
  if (!deal) return <PublicOrderView order={order} loaded={asked} />;
  const buying = order.viewerIs === 'buyer';
  const paying = celebrating || order.state === 'awaiting_payment' || order.state === 'payment_in_review';
  const expired = order.state === 'expired';
  const returning = deal.stoppedBy === 'return';
  return (
    <div className="mx-auto w-full max-w-page page-gutter pt-6 md:pt-10">
      <OrderHeader order={order} deal={deal} />
      <div className="mt-6 grid items-start gap-8 md:mt-8 lg:grid-cols-[minmax(0,1fr)_360px] lg:grid-rows-[auto_1fr] lg:gap-x-12">
        <div className="flex min-w-0 flex-col gap-6">
          <ComplaintSections complaints={complaints?.items.filter(isOpen)} />
          {order.viewerIs === 'seller' && <CancellationRequest order={order} deal={deal} />}
          {buying && (paying || expired) && (
            <PaymentBlock order={order} deal={deal} celebrating={celebrating} clockOffsetMs={clockOffsetMs} />
          )}
          {returning && <Return order={order} deal={deal} />}
          {!paying && !expired && !may(deal, 'deliver') && (
            <DeliveryBlock order={order} deal={deal} titleRef={deliveryTitle} />
          )}
          {!returning && <Return order={order} deal={deal} />}
          {deal.deliveryData && (
            <Suspense fallback={<Skeleton className="h-40 rounded-lg" />}>
              <DeliveryData order={order} data={deal.deliveryData} />
            </Suspense>
          )}
          {deal.cancellation?.state === 'refused' && deal.closedAt === null && (
            <Suspense>
              <CancellationRefusal order={order} cancellation={deal.cancellation} />
            </Suspense>
          )}
          {deal.refunds.length > 0 && (
            <Suspense>
              <RefundBlock order={order} deal={deal} />
            </Suspense>
          )}
          {order.viewerIs === 'seller' && <SellerActions order={order} deal={deal} />}
          <div className="flex flex-wrap items-start gap-3 not-has-[a,button]:hidden">
            {buying && !celebrating && <BuyerActions order={order} deal={deal} />}
            {complaints?.opening && (
              <ComplaintOffer
                order={order}
                opening={complaints.opening}
                open={complaints.items.some(isOpen)}
              />
            )}
          </div>
          <ComplaintSections complaints={complaints?.items.filter((complaint) => !isOpen(complaint))} />
          {ratings && (
            <OrderRatings
              hash={order.hash}
              role={buying ? 'buyer' : 'seller'}
              other={`@${buying ? order.seller : order.buyer}`}
              ratings={ratings}
            />
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-6 lg:row-span-2 md:max-lg:block md:max-lg:columns-2 md:max-lg:gap-6 md:max-lg:*:mb-6 md:max-lg:*:break-inside-avoid">
          <OrderSummary order={order} deal={deal} />
          <OrderTimeline order={order} />
          {(deal.closedAt === null || order.state === 'completed') && (
            <OrderRules order={order} deal={deal} />
          )}
          {(deal.invoiceKey !== null || (order.viewerIs === 'seller' && wasPaid(order))) && (
            <Suspense>
              <InvoiceCard order={order} deal={deal} />
            </Suspense>
          )}
          <Suspense>
            <DossierCard hash={order.hash} />
          </Suspense>
          <AskSupport
            className="-ml-5 self-start print:hidden md:max-lg:ml-0"
            request={{
              category: 'order',
              about: { kind: 'order', hash: order.hash },
              label: `Pedido ${order.code}`,
            }}
          />
          {buying && (
            <Suspense>
              <RenewLink hash={order.hash} />
            </Suspense>
          )}
        </div>
        <ConversationBlock order={order} deal={deal} clockOffsetMs={clockOffsetMs} />
      </div>
    </div>
  );
}

const wasPaid = ({ timeline }: Order) => timeline.some(({ state }) => state === 'paid');

const isOpen = ({ state }: { state: string }) => state !== 'closed';

type Complaints = Reply<typeof listOrderComplaints>['items'];

/** Open complaints come first; closed ones stay readable below. */
function ComplaintSections({ complaints = [] }: { complaints?: Complaints | undefined }) {
  if (complaints.length === 0) return null;
  return (
    <Suspense fallback={<Skeleton className="h-160 rounded-lg" />}>
      {complaints.map((complaint) => (
        <ComplaintSection key={complaint.id} complaint={complaint} />
      ))}
    </Suspense>
  );
}

type Opening = NonNullable<Reply<typeof listOrderComplaints>['opening']>;

/** Opens a complaint. Hidden while one is open, and before or after the time in which the order allows one. */
function ComplaintOffer({ order, opening, open }: { order: Order; opening: Opening; open: boolean }) {
  const inDelivery = order.state === 'in_delivery';
  if (open || (!opening.allowed && !inDelivery)) return null;
  const { allowed: _allowed, ...form } = opening;
  return <ComplaintButton hash={order.hash} seller={order.seller} {...form} />;
}
