import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Order } from '#contract/orders/orders.ts';
import { OrderPhoto } from './order-photo.tsx';

interface OrderItemProps {
  listing: Order['listing'];
  /** False for strangers, because the listing's page names its seller. */
  linked?: boolean;
  children?: ReactNode;
}

/** The item of an order: photo, title as a link to its listing, one line under it. */
export function OrderItem({ listing, linked = true, children }: OrderItemProps) {
  const titleStyles = 'rounded-xs text-ui font-semibold wrap-anywhere';
  return (
    <div className="flex items-center gap-4">
      <OrderPhoto cover={listing.cover} seed={listing.slug} />
      <div className="min-w-0">
        {linked ? (
          <Link
            to={`/anuncio/${listing.slug}`}
            className="-my-1 flex min-h-11 items-center rounded-xs underline-offset-4 hover:underline"
          >
            <span className={titleStyles}>{listing.title}</span>
          </Link>
        ) : (
          <p className={titleStyles}>{listing.title}</p>
        )}
        {children && <p className="mt-0.5 text-sm text-ink-2">{children}</p>}
      </div>
    </div>
  );
}
