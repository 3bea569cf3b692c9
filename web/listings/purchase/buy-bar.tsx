import type { RefObject } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { PhoneBar } from './phone-bar.tsx';
import type { Listing, Purchase } from './use-purchase.ts';

interface BuyBarProps {
  listing: Listing;
  purchase: Purchase;
  watched: RefObject<HTMLElement | null>;
}

/** «Comprar» at hand on phones. Where it cannot be bought, «Me avise quando voltar» brings a bar of its own. */
export function BuyBar({ listing, purchase, watched }: BuyBarProps) {
  if (purchase.refusal) return null;
  return (
    <PhoneBar priceCents={listing.priceCents} watched={watched}>
      <Button className="min-w-40" onClick={purchase.start}>
        Comprar
      </Button>
    </PhoneBar>
  );
}
