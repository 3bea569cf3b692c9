import { TimerOff } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Order } from '#contract/orders.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Deal } from './order-facts.ts';
import { PayOtherwise } from './pay-otherwise.tsx';
import { declineWords, methodWords } from './payment-words.ts';
import { PixPayment } from './pix-payment.tsx';

const CardPayment = lazy(() =>
  import('./card-payment.tsx').then((module) => ({ default: module.CardPayment })),
);
const BoletoPayment = lazy(() =>
  import('./boleto-payment.tsx').then((module) => ({ default: module.BoletoPayment })),
);

const ManualPayment = lazy(() =>
  import('#web/receipts/manual-payment.tsx').then((module) => ({ default: module.ManualPayment })),
);

export interface PaymentBlockProps {
  order: Order;
  deal: Deal;
  /** The payment has just arrived. */
  celebrating: boolean;
  clockOffsetMs: number;
}

/** The payment of this order, by its method. Only what the API says moves it on. */
export function PaymentBlock({ order, deal, celebrating, clockOffsetMs }: PaymentBlockProps) {
  const { payment } = deal;
  const [typing, setTyping] = useState<'card' | null>(null);
  if (!payment) return null;
  const open = order.state === 'awaiting_payment';
  const instead = typing === 'card' && payment.method !== 'card' && open;
  const method = instead ? 'card' : payment.method;
  if (method === 'pix')
    return (
      <PixPayment
        order={order}
        payment={payment}
        celebrating={celebrating}
        clockOffsetMs={clockOffsetMs}
        onChoose={setTyping}
      />
    );
  if (order.state === 'expired') return <Expired slug={order.listing.slug} />;
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
            onPaid={() => setTyping(null)}
          />
        )}
        {method === 'boleto' &&
          (payment.state === 'declined' ? (
            <Banner tone="danger" role="alert" title="O boleto não pôde ser gerado">
              {declineWords[payment.declinedReason ?? 'other']}
            </Banner>
          ) : (
            <BoletoPayment payment={payment} />
          ))}
      </Suspense>
      {open && (
        <PayOtherwise
          hash={order.hash}
          method={method}
          onChoose={(chosen) => setTyping(chosen === 'card' ? 'card' : null)}
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

function Expired({ slug }: { slug: string }) {
  return (
    <section className="flex flex-col items-center gap-4 rounded-lg border border-border bg-surface p-8 text-center">
      <TimerOff aria-hidden="true" className="size-14 text-ink-3" />
      <div>
        <h2 className="text-h2">O prazo para pagar acabou</h2>
        <p className="text-body text-ink-2">Nada foi cobrado.</p>
      </div>
      <Button asChild>
        <Link to={`/anuncio/${slug}`}>Comprar de novo</Link>
      </Button>
    </section>
  );
}
