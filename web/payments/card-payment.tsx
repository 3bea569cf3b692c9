import { CircleCheck, ExternalLink } from '#web/ui/icons/icons.tsx';
import { Suspense } from 'react';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { useSettings } from '#web/settings/site-settings.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { Spinner } from '#web/ui/page/spinner.tsx';
import type { Deal } from '#web/orders/page/order-facts.ts';
import { cardLabel, declineTexts, planText } from './payment-texts.ts';
import type { Payment } from './payment-texts.ts';

const CardForm = lazyPart(() => import('./card-form.tsx').then((module) => ({ default: module.CardForm })));

interface CardPaymentProps {
  hash: string;
  deal: Deal;
  payment: Payment;
  celebrating: boolean;
  /** The card replaces another payment method. */
  replacing: boolean;
  onPaid: () => void;
}

/** Card payment in each state: form, confirming, in review, declined with its reason, or accepted. */
export function CardPayment({ hash, deal, payment, celebrating, replacing, onPaid }: CardPaymentProps) {
  if (celebrating) return <Accepted payment={payment} />;
  const chosen = payment.method === 'card' && !replacing;
  if (chosen && payment.state === 'in_review') return <InReview payment={payment} />;
  if (chosen && payment.card && (payment.state === 'created' || payment.state === 'pending'))
    return (
      <p className="flex items-center gap-2 text-ui">
        <Spinner className="size-5 text-brand" /> Confirmando o pagamento com o banco…
      </p>
    );
  if (chosen && payment.payUrl && payment.state === 'pending') return <PayAtProvider url={payment.payUrl} />;
  return (
    <div className="flex flex-col gap-5">
      {chosen && payment.state === 'declined' && (
        <Banner tone="danger" role="alert" title="Pagamento recusado">
          {declineTexts[payment.declinedReason ?? 'other']}
        </Banner>
      )}
      <Form hash={hash} totalCents={deal.totalCents - payment.heldCents} onPaid={onPaid} />
    </div>
  );
}

function Form({ hash, totalCents, onPaid }: { hash: string; totalCents: number; onPaid: () => void }) {
  const card = useSettings()?.card;
  if (!card?.fieldsPath)
    return <Banner tone="warning">O pagamento com cartão está fora do ar. Escolha outra forma.</Banner>;
  const { fieldsPath } = card;
  return (
    <Suspense fallback={<Skeleton className="h-100 rounded-lg" />}>
      <CardForm hash={hash} totalCents={totalCents} card={{ ...card, fieldsPath }} onPaid={onPaid} />
    </Suspense>
  );
}

function Accepted({ payment: { card, amountCents } }: { payment: Payment }) {
  return (
    <div className="flex flex-col items-center gap-2 py-10 text-center">
      <CircleCheck aria-hidden="true" className="size-14 animate-pop text-success" />
      <p className="text-h2">Pagamento confirmado</p>
      <p className="text-price-md text-ink-2">{formatCents(amountCents)}</p>
      {card && card.plan.count > 1 && (
        <p className="text-sm text-ink-2 tabular-nums">
          {planText(card.plan)} no cartão
          {card.plan.interestCents > 0 &&
            `: ${formatCents(card.plan.totalCents)}, com ${formatCents(card.plan.interestCents)} de juros`}
        </p>
      )}
      <p className="text-body text-ink-2">O valor fica guardado até a entrega.</p>
    </div>
  );
}

function InReview({ payment }: { payment: Payment }) {
  return (
    <Banner title="Pagamento em análise">
      {payment.card && `${cardLabel(payment.card)}. `}O banco está conferindo a compra, em geral em minutos
      {payment.reviewUntil && ` e no máximo até ${formatDateTime(payment.reviewUntil)}`}. O item continua
      reservado e avisamos você do resultado.
    </Banner>
  );
}

function PayAtProvider({ url }: { url: string }) {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ui text-ink-2">
        Os dados do cartão são digitados na página segura do provedor de pagamento. Depois de pagar, volte
        para cá.
      </p>
      <Button asChild size="lg" full>
        <a href={url}>
          <ExternalLink aria-hidden="true" /> Digitar o cartão
        </a>
      </Button>
    </div>
  );
}
