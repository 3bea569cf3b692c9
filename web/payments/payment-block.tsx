import { TimerOff } from '#web/ui/icons/icons.tsx';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Order } from '#contract/orders/orders.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import type { Deal } from '#web/orders/page/order-facts.ts';
import { OtherMethods } from './other-methods.tsx';
import { declineTexts, isExpired, methodLabels } from './payment-texts.ts';
import { PixPayment } from './pix-payment.tsx';

const CardPayment = lazyPart(() =>
  import('./card-payment.tsx').then((module) => ({ default: module.CardPayment })),
);
const BoletoPayment = lazyPart(() =>
  import('./boleto-payment.tsx').then((module) => ({ default: module.BoletoPayment })),
);

const ManualPayment = lazyPart(() =>
  import('#web/payments/payment-proofs/manual-payment.tsx').then((module) => ({
    default: module.ManualPayment,
  })),
);

interface PaymentBlockProps {
  order: Order;
  deal: Deal;
  /** The payment has just arrived. */
  celebrating: boolean;
  clockOffsetMs: number;
}

/** The payment of this order, by its method. Only data from the API change its state. */
export function PaymentBlock(props: PaymentBlockProps) {
  const { order, deal } = props;
  const partlyPaid =
    order.state === 'awaiting_payment' && deal.payment !== null && deal.payment.heldCents > 0;
  const { block, focusResult } = useResultFocus();
  return (
    <section ref={block} aria-label="Pagamento" tabIndex={-1} className="flex flex-col gap-6 outline-none">
      {partlyPaid && <PartlyPaid deal={deal} heldCents={deal.payment!.heldCents} />}
      {order.state === 'awaiting_payment' && deal.freightCents > 0 && <AmountParts deal={deal} />}
      <ByMethod {...props} onResult={focusResult} />
    </section>
  );
}

/**
 * The pressed button is at the bottom of the block and often disappears; the result appears at the top. Each result
 * takes the focus there, and scrolls there when the top is out of view.
 */
function useResultFocus() {
  const block = useRef<HTMLElement>(null);
  const [results, setResults] = useState(0);
  useEffect(() => {
    if (results === 0) return;
    block.current?.focus({ preventScroll: true });
    if (block.current && block.current.getBoundingClientRect().top < 0) block.current.scrollIntoView();
  }, [results]);
  return { block, focusResult: () => setResults((count) => count + 1) };
}

/** Less than the total was paid (§4.6): the missing amount, the deadline, and what happens to the part paid. */
function PartlyPaid({ deal, heldCents }: { deal: Deal; heldCents: number }) {
  return (
    <Banner tone="warning" title={`Faltam ${formatCents(deal.totalCents - heldCents)}`}>
      Recebemos {formatCents(heldCents)} de {formatCents(deal.totalCents)}. Pague o resto até{' '}
      {deal.dueAt && formatDateTime(deal.dueAt)} e a compra segue. Sem ele, o valor volta inteiro para você.
    </Banner>
  );
}

/** The freight is a line of its own before the payment (S05). */
function AmountParts({ deal: { freightCents, totalCents } }: { deal: Deal }) {
  const rows = [
    { label: 'Produto', cents: totalCents - freightCents },
    { label: 'Frete', cents: freightCents },
    { label: 'Total a pagar', cents: totalCents },
  ];
  return (
    <dl className="flex flex-col gap-1.5 text-ui tabular-nums">
      {rows.map(({ label, cents }) => (
        <div key={label} className="flex justify-between gap-4 last:font-semibold">
          <dt className="font-normal text-ink-2">{label}</dt>
          <dd>{formatCents(cents)}</dd>
        </div>
      ))}
    </dl>
  );
}

function ByMethod({
  order,
  deal,
  celebrating,
  clockOffsetMs,
  onResult,
}: PaymentBlockProps & { onResult: () => void }) {
  const { payment } = deal;
  const [form, setForm] = useState<'card' | null>(null);
  function choose(method: 'card' | null): void {
    setForm(method);
    onResult();
  }
  if (!payment) return null;
  const open = order.state === 'awaiting_payment';
  const replacing = form === 'card' && payment.method !== 'card' && open;
  const method = replacing ? 'card' : payment.method;
  if (method === 'pix')
    return (
      <PixPayment
        order={order}
        deal={deal}
        payment={payment}
        celebrating={celebrating}
        clockOffsetMs={clockOffsetMs}
        onChoose={choose}
      />
    );
  if (order.state === 'expired')
    return <Expired slug={order.listing.slug} refunded={deal.refunds.length > 0} />;
  if (payment.manual && !replacing && !celebrating)
    return (
      <Suspense fallback={<Skeleton className="h-105 rounded-lg" />}>
        <ManualPayment
          order={order}
          deal={deal}
          manual={payment.manual}
          expiresAt={payment.expiresAt}
          clockOffsetMs={clockOffsetMs}
        />
      </Suspense>
    );
  return (
    <Frame title={methodLabels[method].title}>
      <Suspense fallback={<Skeleton className="h-100 rounded-lg" />}>
        {method === 'card' && (
          <CardPayment
            hash={order.hash}
            deal={deal}
            payment={payment}
            celebrating={celebrating}
            replacing={replacing}
            onPaid={() => choose(null)}
          />
        )}
        {method === 'boleto' &&
          (payment.state === 'declined' ? (
            <Banner tone="danger" role="alert" title="O boleto não pôde ser gerado">
              {declineTexts[payment.declinedReason ?? 'other']}
            </Banner>
          ) : (
            <BoletoPayment
              payment={payment}
              clearsBy={deal.dueAt}
              pastDue={open && isExpired(payment, order.now)}
            />
          ))}
      </Suspense>
      {open && (
        <OtherMethods
          hash={order.hash}
          method={method}
          partlyPaid={payment.heldCents > 0}
          available={payment.ways}
          onChoose={(chosen) => choose(chosen === 'card' ? 'card' : null)}
        />
      )}
    </Frame>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby="pagamento"
      className="flex w-full min-w-0 flex-col gap-5 rounded-lg border border-border bg-surface p-4 md:p-6"
    >
      <h2 id="pagamento" className="text-h2">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Expired({ slug, refunded }: { slug: string; refunded: boolean }) {
  return (
    <section className="flex flex-col items-center gap-4 rounded-lg border border-border bg-surface p-8 text-center">
      <TimerOff aria-hidden="true" className="size-14 text-ink-3" />
      <div>
        <h2 className="text-h2">O prazo para pagar acabou</h2>
        <p className="text-body text-ink-2">
          {refunded ? 'O que você pagou volta inteiro.' : 'Nada foi cobrado.'}
        </p>
      </div>
      <Button asChild>
        <Link to={`/anuncio/${slug}`}>Comprar de novo</Link>
      </Button>
    </section>
  );
}
