import { Suspense } from 'react';
import type { Listing } from '#web/listings/purchase/use-purchase.ts';
import { useSession } from '#web/session.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';

const FreightCalculator = lazyPart(
  () => import('./freight-calculator.tsx').then((module) => ({ default: module.FreightCalculator })),
  { background: true },
);

interface FreightBlockProps {
  listing: Pick<Listing, 'id' | 'deliveryType' | 'state'>;
  quantity: number;
}

/**
 * «Calcular frete» of a shipped listing on sale, with its place reserved. It appears in the browser once the session is
 * known, because what it offers belongs to a person.
 */
export function FreightBlock({ listing, quantity }: FreightBlockProps) {
  const { loading } = useSession();
  if (listing.deliveryType !== 'shipping' || listing.state !== 'published') return null;
  if (loading) return <Reserved />;
  return (
    <Suspense fallback={<Reserved />}>
      <FreightCalculator listingId={listing.id} quantity={quantity} />
    </Suspense>
  );
}

function Reserved() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-1.5">
      <span className="text-ui font-semibold text-ink">Frete para o CEP</span>
      <Skeleton className="h-control rounded-md" />
    </div>
  );
}
