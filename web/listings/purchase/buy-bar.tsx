import type { RefObject } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { PhoneBar } from './phone-bar.tsx';
import type { Listing, Purchase } from './use-purchase.ts';

interface BuyBarProps {
  listing: Listing;
  purchase: Purchase;
  target: RefObject<HTMLElement | null>;
}

/** «Comprar» in a bar on phones. A listing that can't be bought has the bar of «Me avise quando voltar» instead. */
export function BuyBar({ listing, purchase, target }: BuyBarProps) {
  if (purchase.refusal) return null;
  return (
    <PhoneBar priceCents={listing.priceCents} target={target}>
      <Button className="min-w-40" onClick={purchase.start}>
        Comprar
      </Button>
    </PhoneBar>
  );
}
