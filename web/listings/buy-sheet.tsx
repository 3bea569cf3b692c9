import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { placeOrder } from '#contract/orders.ts';
import type { PaymentMethod } from '#domain/payments.ts';
import { api, ApiError, imageUrl } from '#web/api.ts';
import { useIntent } from '#web/intent.ts';
import { useSettings } from '#web/layouts/site-settings.ts';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { formatCents } from '#web/ui/formats.ts';
import { Sheet } from '#web/ui/sheet.tsx';
import { Tiles } from '#web/ui/tiles.tsx';
import { DeliveryDataField } from './delivery-data-field.tsx';
import { afterPaying } from './after-paying.ts';
import type { Refused } from './buy-refusal.tsx';
import { BuyRefusal } from './buy-refusal.tsx';
import { PaymentChoices } from './payment-choices.tsx';
import { QuantityStepper } from './quantity-stepper.tsx';
import type { Listing, Purchase } from './use-purchase.ts';

/** The last look before the order exists: item, quantity, method, every cost, what follows (design D3). */
export function BuySheet({ listing, purchase }: { listing: Listing; purchase: Purchase }) {
  const { quantity, setQuantity, close } = purchase;
  const totalCents = listing.priceCents * quantity;
  const [method, setMethod] = useState<PaymentMethod>('pix');
  const [deliveryData, setDeliveryData] = useState('');
  const { refusal, pending, place } = usePlaceOrder(listing, { quantity, method, deliveryData });
  return (
    <Sheet
      open
      inAddress
      onOpenChange={(open) => !open && close()}
      title="Revise sua compra"
      footer={
        <div className="flex flex-1 flex-col gap-2">
          <Button
            size="lg"
            loading={pending}
            disabledReason={purchase.refusal}
            onClick={() => void place()}
            className="sm:self-end"
          >
            {method === 'balance' ? 'Pagar com saldo' : 'Ir para o pagamento'} · {formatCents(totalCents)}
          </Button>
          <Agreement />
        </div>
      }
    >
      <div className="flex flex-col gap-6">
        {refusal && !refusal.error.fields.deliveryData && (
          <BuyRefusal {...refusal} quantity={quantity} similar={listing.similar.length > 0} />
        )}
        <div className="flex items-center gap-4">
          <div className="size-18 shrink-0 overflow-hidden rounded-md bg-surface-2">
            {listing.images[0] ? (
              <img src={imageUrl(listing.images[0].key, 320)} alt="" className="size-full object-cover" />
            ) : (
              <Tiles seed={listing.slug} className="size-full" />
            )}
          </div>
          <div className="min-w-0">
            <p className="line-clamp-2 text-ui font-semibold">{listing.title}</p>
            <p className="text-sm text-ink-2">Vendido por @{listing.seller.username}</p>
          </div>
        </div>
        {listing.stock > 1 && <QuantityStepper value={quantity} max={listing.stock} onChange={setQuantity} />}
        <PaymentChoices totalCents={totalCents} value={method} onChange={setMethod} />
        {listing.deliveryData.asks !== 'none' && (
          <DeliveryDataField
            asked={listing.deliveryData}
            seller={listing.seller.username}
            value={deliveryData}
            error={refusal?.error.fields.deliveryData}
            onChange={setDeliveryData}
          />
        )}
        <Costs listing={listing} quantity={quantity} totalCents={totalCents} />
        <WhatFollows listing={listing} method={method} />
      </div>
    </Sheet>
  );
}

function Costs({
  listing,
  quantity,
  totalCents,
}: {
  listing: Listing;
  quantity: number;
  totalCents: number;
}) {
  const item = quantity === 1 ? 'Item' : `${quantity} × ${formatCents(listing.priceCents)}`;
  return (
    <dl className="flex flex-col gap-2 text-ui tabular-nums">
      <Line label={item} value={formatCents(totalCents)} />
      <Line label="Taxa para quem compra" value={formatCents(0)} />
      <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-border pt-3">
        <dt className="text-h3">Total</dt>
        <dd className="text-price-md">{formatCents(totalCents)}</dd>
      </div>
    </dl>
  );
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="font-normal text-ink-2">{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function WhatFollows({ listing, method }: { listing: Listing; method: PaymentMethod }) {
  const settings = useSettings();
  return (
    <section aria-labelledby="depois" className="rounded-lg bg-surface-2 p-4">
      <h3 id="depois" className="text-h3">
        O que acontece depois
      </h3>
      <ol className="mt-2 flex list-decimal flex-col gap-1.5 pl-5 text-sm text-ink-2 marker:text-ink-3">
        {afterPaying(listing, settings, method).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}

/** After the button: nobody passes the terms on the way to it by keyboard (design, path b). */
function Agreement() {
  return (
    <p className="text-xs text-ink-3 sm:text-right">
      Ao continuar, você aceita estas regras para esta compra e os{' '}
      <a href="/termos" target="_blank" rel="noreferrer" className="font-semibold text-brand hover:underline">
        termos de uso
        <span className="sr-only"> (abrem em outra aba)</span>
      </a>
      .
    </p>
  );
}

/** Places the order once: the same content keeps its key, so a second press cannot buy twice. */
function usePlaceOrder(
  listing: Listing,
  { quantity, method, deliveryData }: { quantity: number; method: PaymentMethod; deliveryData: string },
) {
  const navigate = useNavigate();
  const { reload } = useSession();
  const { revalidate } = useRevalidator();
  const [refusal, setRefusal] = useState<Refused | null>(null);
  const [pending, setPending] = useState(false);
  const once = useIntent();

  async function place(): Promise<void> {
    const body = {
      listingId: listing.id,
      quantity,
      expectedTotalCents: listing.priceCents * quantity,
      method,
      ...(deliveryData.trim() && { deliveryData }),
    };
    setPending(true);
    setRefusal(null);
    try {
      const { hash } = await once(body, (idempotencyKey) => api(placeOrder, { body, idempotencyKey }));
      void reload();
      await navigate(`/pedido/${hash}`, { replace: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal({ error, seenCents: body.expectedTotalCents });
      // The page behind shows what is true now: price, stock, state.
      if (error.status === 409) await revalidate();
    } finally {
      setPending(false);
    }
  }

  return { refusal, pending, place };
}
