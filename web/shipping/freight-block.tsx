import { Suspense } from 'react';
import { useSession } from '#web/session.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';

const FreightCalculator = lazyPart(
  () => import('./freight-calculator.tsx').then((module) => ({ default: module.FreightCalculator })),
  { background: true },
);

/**
 * «Calcular frete» with its place reserved. It appears in the browser once the session is known, because what it
 * offers belongs to a person.
 */
export function FreightBlock(props: { listingId: number; quantity: number }) {
  const { loading } = useSession();
  if (loading) return <Reserved />;
  return (
    <Suspense fallback={<Reserved />}>
      <FreightCalculator {...props} />
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
