import {
  BadgeCheck,
  Handshake,
  Pencil,
  ShieldCheck,
  Truck,
  Zap,
  PackageCheck,
} from '#web/ui/icons/icons.tsx';
import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router';
import { FavoriteButton } from '#web/listings/favorites/favorite-button.tsx';
import { deliveryLines, freeFreight } from '#web/listings/listing-texts.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { Price } from '#web/ui/cards/price.tsx';
import type { AverageRating } from '#web/community/ratings/average-rating.ts';
import { Rating } from '#web/ui/cards/rating.tsx';
import { InstallmentOffer } from '#web/payments/installment-offer.tsx';
import { ShareButton } from '#web/listings/share/share-button.tsx';
import { QuantityStepper } from './quantity-stepper.tsx';
import type { Listing, Purchase } from './use-purchase.ts';

/** The listing fields that the box shows. */
type BoxedListing = Pick<
  Listing,
  | 'id'
  | 'title'
  | 'priceCents'
  | 'stock'
  | 'sold'
  | 'state'
  | 'deliveryType'
  | 'promisedHours'
  | 'alsoPickup'
  | 'freeShipping'
  | 'handlingDays'
  | 'city'
  | 'warrantyDays'
> & { seller: Pick<Listing['seller'], 'username'> };

interface BuyBoxProps {
  listing: BoxedListing;
  rating: AverageRating | null;
  purchase: Purchase;
  /** Why it is not on sale now. */
  notice?: ReactNode;
  /** In place of «Comprar» where it can't be bought. */
  stockAlert?: ReactNode;
  /** «Calcular frete», where the listing is shipped. */
  freight?: ReactNode;
  /** The phone's bar appears when this button is out of view. */
  buttonRef: RefObject<HTMLDivElement | null>;
}

/** Title, price and the primary button. */
export function BuyBox({ listing, rating, purchase, notice, stockAlert, freight, buttonRef }: BuyBoxProps) {
  const { title, priceCents, stock, sold } = listing;
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h1 className="text-h1 text-[1.5rem]">{title}</h1>
        <div className="-mr-2 flex min-h-11 items-center gap-1">
          <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-1.5 text-sm text-ink-2">
            {rating && (
              <a href="#avaliacoes" className="hit-44 rounded-xs">
                <Rating {...rating} className="text-sm" />
              </a>
            )}
            {rating && <span aria-hidden="true">·</span>}
            {facts(sold)}
          </p>
          <FavoriteButton
            listing={{ id: listing.id, title, seller: listing.seller.username }}
            variant="quiet"
          />
          <ShareButton title={title} />
        </div>
      </div>
      {notice}
      <Price cents={priceCents} size="xl" />
      <InstallmentOffer priceCents={priceCents} />
      <DeliveryLines listing={listing} />
      {!purchase.refusal && stock > 1 && (
        <QuantityStepper value={purchase.quantity} max={stock} onChange={purchase.setQuantity} />
      )}
      {!purchase.refusal && stock === 1 && <p className="text-sm text-ink-2">Última unidade.</p>}
      {freight}
      <div ref={buttonRef} className="flex flex-col gap-2">
        <MainAction listing={listing} purchase={purchase} stockAlert={stockAlert} />
        {!purchase.own && listing.state === 'published' && (
          <Button asChild variant="secondary" full>
            <a href="#perguntas">Perguntar ao vendedor</a>
          </Button>
        )}
      </div>
      <p className="flex gap-3 rounded-lg bg-surface-2 p-4 text-sm text-ink-2">
        <ShieldCheck aria-hidden="true" className="text-success" />
        Seu pagamento só vai para o vendedor depois da entrega. Se algo der errado, você abre uma reclamação
        em até {formatCount(listing.warrantyDays, 'dia', 'dias')}.
      </p>
    </div>
  );
}

const deliveryIcons = { automatic: Zap, manual: PackageCheck, shipping: Truck, pickup: Handshake } as const;

/** The ways to get the item, each with its icon. */
function DeliveryLines({ listing }: { listing: BoxedListing }) {
  return (
    <ul className="flex flex-col gap-2 text-ui text-ink">
      {deliveryLines(listing).map((line, index) => {
        const Icon = index === 0 ? deliveryIcons[listing.deliveryType] : lineIcon(line);
        return (
          <li key={line} className="flex gap-2">
            <Icon aria-hidden="true" className="mt-px shrink-0 text-brand" />
            {line}
          </li>
        );
      })}
    </ul>
  );
}

const lineIcon = (line: string) => (line === freeFreight ? BadgeCheck : Handshake);

/** The primary button: edit for the owner, buy for a buyer, stock alert when it can't be bought. */
function MainAction({
  listing,
  purchase,
  stockAlert,
}: Pick<BuyBoxProps, 'listing' | 'purchase' | 'stockAlert'>) {
  const { own, refusal, start } = purchase;
  if (own)
    return (
      <>
        <Button asChild size="lg" full>
          <Link to={`/anunciar?id=${listing.id}`}>
            <Pencil aria-hidden="true" /> Editar anúncio
          </Link>
        </Button>
        <p className="text-sm text-ink-2">{refusal}</p>
      </>
    );
  if (refusal) return stockAlert;
  return (
    <Button size="lg" full onClick={start}>
      Comprar
    </Button>
  );
}

function facts(sold: number): string {
  return sold === 0 ? 'Ainda sem vendas neste anúncio' : formatCount(sold, 'venda', 'vendas');
}
