import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Order } from '#contract/orders.ts';
import { OrderPhoto } from './order-photo.tsx';

/** The item of an order: photo, title as a link to its listing, one line under it. */
export function OrderItem({ listing, children }: { listing: Order['listing']; children?: ReactNode }) {
  return (
    <div className="flex items-center gap-4">
      <OrderPhoto cover={listing.cover} seed={listing.slug} />
      <div className="min-w-0">
        <Link
          to={`/anuncio/${listing.slug}`}
          className="line-clamp-2 rounded-xs text-ui font-semibold underline-offset-4 hover:underline"
        >
          {listing.title}
        </Link>
        {children && <p className="mt-0.5 text-sm text-ink-2">{children}</p>}
      </div>
    </div>
  );
}
