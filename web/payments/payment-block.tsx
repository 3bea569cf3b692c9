import { TimerOff } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Order } from '#contract/orders/orders.ts';
import { late } from '#web/boot/lazy-part.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import type { Deal } from '#web/orders/page/order-facts.ts';
import { PayOtherwise } from './pay-otherwise.tsx';
import { declineWords, isOver, methodWords } from './words.ts';
import { PixPayment } from './pix-payment.tsx';

const CardPayment = late(() =>
  import('./card-payment.tsx').then((module) => ({ default: module.CardPayment })),
);
const BoletoPayment = late(() =>
  import('./boleto-payment.tsx').then((module) => ({ default: module.BoletoPayment })),
);

const ManualPayment = late(() =>
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

/** The payment of this order, by its method. Only what the API says moves it on. */
export function PaymentBlock(props: PaymentBlockProps) {
  const { order, deal } = props;
  const begun = order.state === 'awaiting_payment' && deal.payment !== null && deal.payment.heldCents > 0;
  const { place, answer } = useAnswer();
  return (
    <section ref={place} aria-label="Pagamento" tabIndex={-1} className="flex flex-col gap-6 outline-none">
      {begun && <PartPaid deal={deal} heldCents={deal.payment!.heldCents} />}
      <ByMethod {...props} onAnswer={answer} />
    </section>
  );
}

/**
 * What was pressed stands at the foot of the payment and often leaves with it; what came of it stands at the head. Each
 * answer takes the focus there, and the page where the head is out of sight.
 */
function useAnswer() {
  const place = useRef<HTMLElement>(null);
  const [answers, setAnswers] = useState(0);
  useEffect(() => {
    if (answers === 0) return;
    place.current?.focus({ preventScroll: true });
    if (place.current && place.current.getBoundingClientRect().top < 0) place.current.scrollIntoView();
  }, [answers]);
  return { place, answer: () => setAnswers((count) => count + 1) };
}

/** Less than the total came in (§4.6): what is missing, until when, and what becomes of what came. */
function PartPaid({ deal, heldCents }: { deal: Deal; heldCents: number }) {
  return (
    <Banner tone="warning" title={`Faltam ${formatCents(deal.totalCents - heldCents)}`}>
      Recebemos {formatCents(heldCents)} de {formatCents(deal.totalCents)}. Pague o resto até{' '}
      {deal.dueAt && formatDateTime(deal.dueAt)} e a compra segue. Sem ele, o valor volta inteiro para você.
    </Banner>
  );
}

function ByMethod({
  order,
  deal,
  celebrating,
  clockOffsetMs,
  onAnswer,
}: PaymentBlockProps & { onAnswer: () => void }) {
  const { payment } = deal;
  const [typing, setTyping] = useState<'card' | null>(null);
  function choose(method: 'card' | null): void {
    setTyping(method);
    onAnswer();
  }
  if (!payment) return null;
  const open = order.state === 'awaiting_payment';
  const instead = typing === 'card' && payment.method !== 'card' && open;
  const method = instead ? 'card' : payment.method;
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
    return <Expired slug={order.listing.slug} comesBack={deal.refunds.length > 0} />;
  if (payment.manual && !instead && !celebrating)
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
    <Frame title={methodWords[method].title}>
      <Suspense fallback={<Skeleton className="h-100 rounded-lg" />}>
        {method === 'card' && (
          <CardPayment
            hash={order.hash}
            deal={deal}
            payment={payment}
            celebrating={celebrating}
            instead={instead}
            onPaid={() => choose(null)}
          />
        )}
        {method === 'boleto' &&
          (payment.state === 'declined' ? (
            <Banner tone="danger" role="alert" title="O boleto não pôde ser gerado">
              {declineWords[payment.declinedReason ?? 'other']}
            </Banner>
          ) : (
            <BoletoPayment
              payment={payment}
              heldUntil={deal.dueAt}
              over={open && isOver(payment, order.now)}
            />
          ))}
      </Suspense>
      {open && (
        <PayOtherwise
          hash={order.hash}
          method={method}
          begun={payment.heldCents > 0}
          ways={payment.ways}
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

function Expired({ slug, comesBack }: { slug: string; comesBack: boolean }) {
  return (
    <section className="flex flex-col items-center gap-4 rounded-lg border border-border bg-surface p-8 text-center">
      <TimerOff aria-hidden="true" className="size-14 text-ink-3" />
      <div>
        <h2 className="text-h2">O prazo para pagar acabou</h2>
        <p className="text-body text-ink-2">
          {comesBack ? 'O que você pagou volta inteiro.' : 'Nada foi cobrado.'}
        </p>
      </div>
      <Button asChild>
        <Link to={`/anuncio/${slug}`}>Comprar de novo</Link>
      </Button>
    </section>
  );
}
