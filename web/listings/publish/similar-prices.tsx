import { useEffect, useRef, useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import { getSimilarPrices } from '#contract/listings/own-listings.ts';
import { api } from '#web/api/api.ts';
import { formatCents, formatCount } from '#web/ui/data/formats.ts';

type Prices = Reply<typeof getSimilarPrices>['prices'];

interface SimilarPricesProps {
  listingId: number;
  save: () => Promise<boolean>;
}

/** Prices of similar listings; nothing when unknown or when too few are similar. */
export function SimilarPrices({ listingId, save }: SimilarPricesProps) {
  const [prices, setPrices] = useState<Prices>(null);
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const stop = new AbortController();
    latest
      .current()
      .then(() => api(getSimilarPrices, { params: { id: listingId }, signal: stop.signal }))
      .then((reply) => setPrices(reply.prices))
      // Optional information: without an answer the seller sets the price without it.
      .catch(() => undefined);
    return () => stop.abort();
  }, [listingId]);
  return (
    <output className="block text-sm text-ink-2 tabular-nums empty:hidden">
      {prices && similarPricesText(prices)}
    </output>
  );
}

function similarPricesText({ lowCents, highCents, listings }: NonNullable<Prices>): string {
  const span =
    lowCents === highCents ? formatCents(lowCents) : `${formatCents(lowCents)} a ${formatCents(highCents)}`;
  return `Parecidos aqui: ${span} (${formatCount(listings, 'anúncio', 'anúncios')}).`;
}
