import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { placeOrder } from '#contract/orders/orders.ts';
import type { PaymentMethod } from '#domain/payments/payments.ts';
import { api, ApiError } from '#web/api/api.ts';
import { useIdempotentAction } from '#web/api/idempotent-action.ts';
import { emptyPayer, PayerFields, useNeedsPayer } from '#web/payments/payer-fields.tsx';
import { useSettings } from '#web/settings/site-settings.ts';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCents } from '#web/ui/data/formats.ts';
import { DeliveryDataField } from './delivery-data-field.tsx';
import { purchaseSteps } from './purchase-steps.ts';
import type { Refused } from './buy-refusal.tsx';
import { BuyRefusal } from './buy-refusal.tsx';
import { PaymentChoices } from './payment-choices.tsx';
import { QuantityStepper } from './quantity-stepper.tsx';
import type { Listing, Purchase } from './use-purchase.ts';

interface ReviewProps {
  listing: Listing;
  purchase: Purchase;
  review: ReturnType<typeof useReview>;
}

/** Quantity, payment method, costs and next steps. */
export function Review({ listing, purchase, review }: ReviewProps) {
  const { quantity, setQuantity } = purchase;
  const { refusal, method } = review;
  const totalCents = listing.priceCents * quantity;
  return (
    <>
      {refusal && !isShownAtField(refusal) && (
        <BuyRefusal {...refusal} quantity={quantity} similar={listing.similar.length > 0} />
      )}
      {listing.stock > 1 && <QuantityStepper value={quantity} max={listing.stock} onChange={setQuantity} />}
      <PaymentChoices totalCents={totalCents} value={method} onChange={review.setMethod} />
      {review.needsPayer && (
        <PayerFields value={review.payer} errors={refusal?.error.fields} onChange={review.setPayer} />
      )}
      {listing.deliveryData.asks !== 'none' && (
        <DeliveryDataField
          asked={listing.deliveryData}
          seller={listing.seller.username}
          value={review.deliveryData}
          error={refusal?.error.fields.deliveryData}
          onChange={review.setDeliveryData}
        />
      )}
      <Costs listing={listing} quantity={quantity} totalCents={totalCents} />
      <NextSteps listing={listing} method={method} />
    </>
  );
}

/** Whether a field shows the refusal. */
function isShownAtField({ error: { fields, meta } }: Refused): boolean {
  return Boolean(fields.deliveryData ?? fields.payerName ?? fields.payerDocument) || meta.needs === 'payer';
}

/** The submit button and the terms that pressing it accepts. */
export function ReviewFoot({ listing, purchase, review }: ReviewProps) {
  return (
    <div className="flex flex-1 flex-col gap-2">
      <Button
        size="lg"
        loading={review.pending}
        disabledReason={purchase.refusal}
        onClick={() => void review.place()}
        className="sm:self-end"
      >
        {review.method === 'balance' ? 'Pagar com saldo' : 'Ir para o pagamento'} ·{' '}
        {formatCents(listing.priceCents * purchase.quantity)}
      </Button>
      <Agreement />
    </div>
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
      <Line label="Tarifa de compra" value={formatCents(0)} />
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

function NextSteps({ listing, method }: { listing: Listing; method: PaymentMethod }) {
  const settings = useSettings();
  return (
    <section aria-labelledby="depois" className="rounded-lg bg-surface-2 p-4">
      <h3 id="depois" className="text-h3">
        O que acontece depois
      </h3>
      <ol className="mt-2 flex list-decimal flex-col gap-1.5 pl-5 text-sm text-ink-2 marker:text-ink-3">
        {purchaseSteps(listing, settings, method).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}

/** Placed after the button, so that keyboard users need not pass the terms (design, path b). */
function Agreement() {
  return (
    <p className="text-xs text-balance text-ink-3 sm:text-right">
      Ao continuar, você aceita estas regras para esta compra e os{' '}
      <a href="/termos" target="_blank" rel="noreferrer" className="font-semibold text-brand hover:underline">
        termos de uso
        <span className="sr-only"> (abrem em outra aba)</span>
      </a>
      .
    </p>
  );
}

/**
 * The choices of the review and the order. The same content keeps its idempotency key, so that a second press can't buy
 * twice.
 */
export function useReview(listing: Listing, quantity: number) {
  const navigate = useNavigate();
  const { reload } = useSession();
  const { revalidate } = useRevalidator();
  const [refusal, setRefusal] = useState<Refused | null>(null);
  const [pending, setPending] = useState(false);
  const [method, setMethod] = useState<PaymentMethod>('pix');
  const [deliveryData, setDeliveryData] = useState('');
  const [payer, setPayer] = useState(emptyPayer);
  const missesDocument = useNeedsPayer(method);
  const needsPayer = missesDocument || (refusal?.method === method && refusal.error.meta.needs === 'payer');
  const once = useIdempotentAction();

  async function place(): Promise<void> {
    const body = {
      listingId: listing.id,
      quantity,
      expectedTotalCents: listing.priceCents * quantity,
      method,
      ...(needsPayer && payer),
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
      setRefusal({ error, seenCents: body.expectedTotalCents, method });
      // Reloads the page behind: price, stock and state.
      if (error.status === 409) await revalidate();
    } finally {
      setPending(false);
    }
  }

  return {
    method,
    setMethod,
    deliveryData,
    setDeliveryData,
    payer,
    setPayer,
    needsPayer,
    refusal,
    pending,
    place,
  };
}
