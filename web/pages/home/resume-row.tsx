import { ArrowRight, PencilLine, QrCode } from '#web/ui/icons/icons.tsx';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ListingCard } from '#contract/listings/listings.ts';
import { listListingCards } from '#contract/listings/listings.ts';
import { listPurchases } from '#contract/orders/orders.ts';
import { listOwnListings } from '#contract/listings/own-listings.ts';
import { api } from '#web/api/api.ts';
import { forgetSpace, reserveSpace, storeReservedHeight, watchHeight } from '#web/boot/reserved-space.ts';
import { MarketCard } from '#web/listings/market-card.tsx';
import { readRecentlyViewed } from '#web/listings/search/recently-viewed.ts';
import { Section } from '#web/ui/cards/card.tsx';
import { formatCents, formatDate } from '#web/ui/data/formats.ts';
import { useInstallmentText } from '#web/payments/installment-offer.tsx';

interface Unfinished {
  key: string;
  to: string;
  icon: ReactNode;
  title: string;
  text: string;
}

interface ResumeItems {
  unfinished: Unfinished[];
  seen: ListingCard[];
}

const maxUnfinished = 3;
const maxSeen = 5;

/** Unpaid orders, drafts and recently viewed listings. A part that fails is left out. */
export function ResumeRow({ userId }: { userId: number }) {
  const installments = useInstallmentText();
  const [items, setItems] = useState<ResumeItems | null>(null);
  useEffect(() => {
    let unmounted = false;
    void load(userId).then((found) => !unmounted && setItems(found));
    return () => {
      unmounted = true;
    };
  }, [userId]);
  const row = useRef<HTMLDivElement>(null);
  const hasItems = items === null ? null : items.unfinished.length + items.seen.length > 0;
  useEffect(() => {
    if (hasItems === false) forgetSpace('retomar');
    if (!hasItems) return;
    return watchHeight(row.current!, (height) => {
      reserveSpace('retomar', height);
      storeReservedHeight('retomar', height);
    });
  }, [hasItems]);
  if (!items || !hasItems) return null;
  return (
    <div ref={row} className="pt-10 md:pt-14">
      <Section title="Continue de onde parou">
        <div className="flex flex-col gap-5">
          {items.unfinished.length > 0 && (
            <ul className="grid grid-cols-1 gap-3 md:grid-cols-3">
              {items.unfinished.map((thing) => (
                <li
                  key={thing.key}
                  className="relative flex items-center gap-3 rounded-lg border border-border bg-surface p-4 hover:bg-surface-2"
                >
                  <span className="text-brand">{thing.icon}</span>
                  <span className="min-w-0 flex-1">
                    <Link
                      to={thing.to}
                      className="block truncate text-ui font-semibold after:absolute after:inset-0 after:rounded-lg"
                    >
                      {thing.title}
                    </Link>
                    <span className="block truncate text-sm text-ink-3">{thing.text}</span>
                  </span>
                  <ArrowRight aria-hidden="true" className="size-4.5 text-ink-3" />
                </li>
              ))}
            </ul>
          )}
          {items.seen.length > 0 && (
            <div className="listing-grid max-[640px]:[&>:nth-child(n+3)]:hidden sm:max-lg:[&>:nth-child(n+4)]:hidden lg:max-xl:[&>:nth-child(n+5)]:hidden">
              {items.seen.map((listing) => (
                <MarketCard
                  key={listing.id}
                  listing={listing}
                  installments={installments(listing.priceCents)}
                />
              ))}
            </div>
          )}
        </div>
      </Section>
    </div>
  );
}

async function load(userId: number): Promise<ResumeItems> {
  const ids = readRecentlyViewed(userId).slice(0, maxSeen);
  const [orders, drafts, cards] = await Promise.all([
    api(listPurchases, { query: {} }).catch(() => null),
    api(listOwnListings, { query: { state: 'draft' } }).catch(() => null),
    ids.length > 0 ? api(listListingCards, { query: { ids: ids.join(',') } }).catch(() => null) : null,
  ]);
  const unpaid = (orders?.items ?? []).filter(({ state }) => state === 'awaiting_payment');
  return {
    unfinished: [
      ...unpaid.map(({ hash, title, totalCents }) => ({
        key: hash,
        to: `/pedido/${hash}`,
        icon: <QrCode aria-hidden="true" />,
        title: `Pagar ${formatCents(totalCents)}`,
        text: title,
      })),
      ...(drafts?.items ?? []).map(({ id, title, updatedAt }) => ({
        key: `rascunho-${id}`,
        to: `/anunciar?id=${id}`,
        icon: <PencilLine aria-hidden="true" />,
        title: title.trim() || 'Anúncio sem título',
        text: `Rascunho de ${formatDate(updatedAt)}`,
      })),
    ].slice(0, maxUnfinished),
    seen: cards?.items ?? [],
  };
}
