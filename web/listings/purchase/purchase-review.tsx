import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { placeOrder } from '#contract/orders/orders.ts';
import type { PaymentMethod } from '#domain/payments/payments.ts';
import { api, ApiError } from '#web/api/api.ts';
import { useIdempotentAction } from '#web/api/idempotent-action.ts';
import { emptyPayer, PayerFields, useNeedsPayer } from '#web/payments/payer-fields.tsx';
import { useSettings } from '#web/settings/site-settings.ts';
import { DeliverySection } from '#web/shipping/delivery-section.tsx';
import { useDeliveryChoice } from '#web/shipping/use-delivery-choice.ts';
import type { DeliveryChoice } from '#web/shipping/use-delivery-choice.ts';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCents } from '#web/ui/data/formats.ts';
import { DeliveryDataField } from './delivery-data-field.tsx';
import { purchaseSteps } from './purchase-steps.ts';
import type { Refused } from './buy-refusal.tsx';
import { BuyRefusal } from './buy-refusal.tsx';
import { PaymentChoices } from './payment-choices.tsx';
import { PurchaseCosts } from './purchase-costs.tsx';
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
  const { refusal, method, delivery, itemsCents, totalCents } = review;
  return (
    <>
      {refusal && !isShownAtField(refusal) && (
        <BuyRefusal {...refusal} quantity={quantity} similar={listing.similar.length > 0} />
      )}
      {listing.stock > 1 && <QuantityStepper value={quantity} max={listing.stock} onChange={setQuantity} />}
      <DeliverySection
        delivery={delivery}
        city={listing.city}
        seller={listing.seller.username}
        errors={refusal?.error.fields ?? {}}
        onChange={review.clearRefusal}
      />
      <PaymentChoices totalCents={totalCents ?? itemsCents} value={method} onChange={review.setMethod} />
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
      <PurchaseCosts unitCents={listing.priceCents} {...{ quantity, itemsCents, totalCents, delivery }} />
      <NextSteps listing={listing} delivery={delivery} method={method} />
    </>
  );
}

/** Whether a field shows the refusal. */
function isShownAtField({ error: { fields, meta } }: Refused): boolean {
  return shownFields.some((name) => fields[name]) || meta.needs === 'payer';
}

const deliveryFields = ['delivery', 'addressId', 'quoteId', 'service'];
const shownFields = ['deliveryData', 'payerName', 'payerDocument', ...deliveryFields];

const isOfDelivery = ({ fields }: ApiError) => deliveryFields.some((name) => fields[name]);

/** The submit button and the terms that pressing it accepts. */
export function ReviewFoot({ purchase, review }: Omit<ReviewProps, 'listing'>) {
  return (
    <div className="flex flex-1 flex-col gap-2">
      <Button
        size="lg"
        loading={review.pending}
        disabledReason={purchase.refusal ?? review.delivery.missing}
        onClick={() => void review.place()}
        className="sm:self-end"
      >
        {review.method === 'balance' ? 'Pagar com saldo' : 'Ir para o pagamento'}
        {review.totalCents !== null && ` · ${formatCents(review.totalCents)}`}
      </Button>
      <Agreement />
    </div>
  );
}

function NextSteps({
  listing,
  delivery,
  method,
}: {
  listing: Listing;
  delivery: DeliveryChoice;
  method: PaymentMethod;
}) {
  const deliveryType = delivery.way ?? listing.deliveryType;
  const settings = useSettings();
  return (
    <section aria-labelledby="depois" className="rounded-lg bg-surface-2 p-4">
      <h3 id="depois" className="text-h3">
        O que acontece depois
      </h3>
      <ol className="mt-2 flex list-decimal flex-col gap-1.5 pl-5 text-sm text-ink-2 marker:text-ink-3">
        {purchaseSteps({ ...listing, deliveryType }, settings, method).map((step) => (
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
export function useReview(listing: Listing, quantity: number, isShown: boolean) {
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
  const delivery = useDeliveryChoice(listing, quantity, isShown);
  const itemsCents = listing.priceCents * quantity;
  const totalCents = delivery.freightCents === null ? null : itemsCents + delivery.freightCents;

  async function place(): Promise<void> {
    if (totalCents === null) return;
    const body = {
      listingId: listing.id,
      quantity,
      expectedTotalCents: totalCents,
      method,
      ...(needsPayer && payer),
      ...(deliveryData.trim() && { deliveryData }),
      ...(delivery.chosen && { delivery: delivery.chosen }),
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
      // Reloads the page behind: price, stock, state and ways of delivery.
      if (error.status === 409 || isOfDelivery(error)) await Promise.all([revalidate(), delivery.renew()]);
    } finally {
      setPending(false);
    }
  }

  return {
    delivery,
    itemsCents,
    /** Null while the freight is unknown. */
    totalCents,
    clearRefusal: () => setRefusal(null),
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
