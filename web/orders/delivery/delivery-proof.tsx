import { Suspense } from 'react';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import type { DeliveryProofProps } from './proof-files.tsx';

// Most deliveries have no files, so the viewer loads separately.
const ProofFiles = lazyPart(async () => ({ default: (await import('./proof-files.tsx')).ProofFiles }));

/** The files that prove a manual delivery, if there are any (P13). */
export function DeliveryProof(props: DeliveryProofProps) {
  if (props.files.length === 0) return null;
  return (
    <Suspense fallback={<Skeleton className="h-32 rounded-md" />}>
      <ProofFiles {...props} />
    </Suspense>
  );
}
