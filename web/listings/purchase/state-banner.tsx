import { Banner } from '#web/ui/page/banner.tsx';
import type { Listing } from './use-purchase.ts';

interface StateBannerProps {
  listing: Pick<Listing, 'state' | 'stock' | 'awayUntil'>;
  /** Why it can't be bought, which says until when a vacation lasts. */
  refusal: string | undefined;
}

/** Why a listing is not on sale now; nothing while it is. */
export function StateBanner({ listing: { state, stock, awayUntil }, refusal }: StateBannerProps) {
  if (state === 'published' && stock > 0)
    return awayUntil && refusal ? <Banner tone="warning">{refusal}</Banner> : null;
  if (state === 'paused') return <Banner tone="warning">Quem vende pausou este anúncio por um tempo.</Banner>;
  if (state === 'published' || state === 'sold_out')
    return <Banner tone="warning">Este anúncio está esgotado.</Banner>;
  return <Banner tone="warning">Este anúncio saiu do ar.</Banner>;
}
