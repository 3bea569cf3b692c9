import { Suspense, useState } from 'react';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { Button } from '#web/ui/buttons/button.tsx';

const BoughtListing = lazyPart(() =>
  import('./bought-listing.tsx').then((module) => ({ default: module.BoughtListing })),
);

/** Opens the version of the listing that was bought. Its code and its data load when the button is pressed. */
export function BoughtListingButton({ hash }: { hash: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        className="-ml-3.5 max-w-full self-start text-left md:whitespace-normal print:hidden"
        onClick={() => setOpen(true)}
      >
        Ver o anúncio como foi comprado
      </Button>
      {open && (
        <Suspense>
          <BoughtListing hash={hash} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
