import { Link } from 'react-router';
import type { Order } from '#contract/orders/orders.ts';
import { signInPath } from '#web/api/guard.ts';
import { useSession } from '#web/session.tsx';
import { orderLabels } from '#web/labels.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { OrderItem } from './order-item.tsx';
import { OrderTimeline } from './order-timeline.tsx';

interface PublicOrderViewProps {
  order: Order;
  /** The browser has asked with its own token; before that, it is unknown whose order this is. */
  loaded: boolean;
}

/**
 * What anyone with the link sees (§4.17): state, item, masked names, timeline. No messages, no codes. Until the browser
 * has asked, a member's own page may follow, so members get placeholders instead.
 */
export function PublicOrderView({ order, loaded }: PublicOrderViewProps) {
  if (loaded) return <PublicOrder order={order} isLoaded />;
  return (
    <>
      <div className="[html[data-member]_&]:hidden">
        <PublicOrder order={order} isLoaded={false} />
      </div>
      <div className="hidden [html[data-member]_&]:block">
        <OrderSkeleton />
      </div>
    </>
  );
}

/** Placeholders in the places of an order's own page. */
function OrderSkeleton() {
  return (
    <Loading name="o pedido" className="mx-auto min-h-dvh w-full max-w-page page-gutter pt-6 md:pt-10">
      <Skeleton className="h-9 w-64 max-w-full" />
      <div className="mt-6 grid items-start gap-8 md:mt-8 lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-x-12">
        <div className="flex min-w-0 flex-col gap-6">
          <Skeleton className="h-64 rounded-lg" />
          <Skeleton className="h-40 rounded-lg" />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Skeleton className="h-56 rounded-lg" />
          <Skeleton className="h-40 rounded-lg" />
        </div>
      </div>
    </Loading>
  );
}

function PublicOrder({ order, isLoaded }: { order: Order; isLoaded: boolean }) {
  const { signedIn, loading } = useSession();
  const isStranger = signedIn && isLoaded;
  const { label, tone } = orderLabels[order.state];
  return (
    // A signed-in user may get the full page instead, which is longer: the footer stays below the screen until then.
    <div className="mx-auto min-h-dvh w-full max-w-text page-gutter pt-6 md:pt-10">
      <PageHeader title={`Pedido ${order.code}`} badge={<StatusBadge tone={tone}>{label}</StatusBadge>} />
      <div className="mt-6 flex flex-col gap-6">
        <div className={loading || !isLoaded ? '[html[data-member]_&]:invisible' : undefined}>
          <Banner
            action={
              isStranger ? undefined : (
                <Button asChild variant="quiet" size="sm">
                  <Link to={signInPath(`/pedido/${order.hash}`)}>Entrar</Link>
                </Button>
              )
            }
          >
            {isStranger
              ? 'Este pedido é de outras pessoas. Você vê só a situação dele.'
              : 'Você vê só a situação deste pedido. Se ele é seu, entre na sua conta.'}
          </Banner>
        </div>
        <Card>
          <OrderItem listing={order.listing} linked={false}>
            @{order.seller} vendeu para @{order.buyer}
          </OrderItem>
        </Card>
        <OrderTimeline order={order} />
      </div>
    </div>
  );
}
