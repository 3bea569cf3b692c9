import { useEffect, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { Order } from '#contract/orders/orders.ts';
import { checkPayment } from '#contract/payments/payments.ts';
import { api } from '#web/api/api.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Countdown } from '#web/ui/data/countdown.tsx';
import { formatTime } from '#web/ui/data/formats.ts';
import type { PixState } from '#web/ui/cards/pix-card.tsx';
import { PixCard } from '#web/ui/cards/pix-card.tsx';
import type { Deal } from '#web/orders/page/order-facts.ts';
import { OtherMethods } from './other-methods.tsx';
import { isExpired } from './payment-texts.ts';
import type { Payment } from './payment-texts.ts';
import { useSettings } from '#web/settings/site-settings.ts';
import { quickPollingMs } from '#web/orders/page/use-order-updates.ts';

interface PixPaymentProps {
  order: Order;
  deal: Deal;
  /** The payment has just arrived. */
  celebrating: boolean;
  clockOffsetMs: number;
  payment: Payment;
  onChoose: (method: 'card' | null) => void;
}

/** The Pix payment of this order. Only data from the API change its state. */
export function PixPayment({ order, deal, payment, celebrating, clockOffsetMs, onChoose }: PixPaymentProps) {
  const { revalidate } = useRevalidator();
  const state = pixStateOf(order, payment, celebrating);
  const open = order.state === 'awaiting_payment';
  const slow = useAfter(slowAfterMs, state === 'generating');
  return (
    <PixCard
      state={state}
      className="max-w-none"
      amountCents={payment.amountCents}
      code={payment.pixCode}
      text={state === 'expired' ? expiredText(deal) : slow ? slowText(payment) : undefined}
      countdown={
        <Countdown
          deadline={payment.expiresAt}
          offsetMs={clockOffsetMs}
          initialMs={Date.parse(payment.expiresAt) - Date.parse(order.now)}
          onEnd={() => void revalidate()}
        />
      }
      action={
        state === 'expired' || state === 'failed' ? (
          open ? (
            <OtherMethods
              hash={order.hash}
              method=""
              partlyPaid={payment.heldCents > 0}
              available={payment.ways}
              onChoose={(method) => onChoose(method && 'card')}
            />
          ) : (
            <Button asChild>
              <Link to={`/anuncio/${order.listing.slug}`}>Comprar de novo</Link>
            </Button>
          )
        ) : undefined
      }
      footer={
        <>
          <PaymentHelp key={order.hash} hash={order.hash} receiver={payment.receiver} />
          {open && (
            <OtherMethods
              hash={order.hash}
              method="pix"
              partlyPaid={payment.heldCents > 0}
              available={payment.ways}
              onChoose={(method) => onChoose(method && 'card')}
            />
          )}
        </>
      }
    />
  );
}

const expiredText = ({ refunds }: Deal) =>
  refunds.length > 0
    ? 'O prazo acabou e o que você pagou volta inteiro.'
    : 'Este código venceu e nada foi cobrado.';

/** How long the provider may take to create a code before the page says that it is slow. */
const slowAfterMs = 8_000;

const slowText = ({ expiresAt }: Payment) =>
  `O Pix está instável. Seu pedido está guardado até ${formatTime(expiresAt)}.`;

function pixStateOf(order: Order, payment: Payment, celebrating: boolean): PixState {
  if (celebrating) return 'paid';
  if (order.state === 'expired' || (order.state === 'awaiting_payment' && isExpired(payment, order.now)))
    return 'expired';
  if (payment.state === 'declined' || payment.state === 'cancelled') return 'failed';
  if (order.state === 'payment_in_review' || payment.state === 'in_review') return 'confirming';
  return payment.pixCode ? 'waiting' : 'generating';
}

/** The receiver as the bank shows it, and after two minutes a button to check the payment again. */
function PaymentHelp({ hash, receiver }: { hash: string; receiver: string | null }) {
  const waitedLong = useAfter(quickPollingMs, true);
  const [checking, setChecking] = useState(false);
  const { revalidate } = useRevalidator();
  const company = useSettings()?.company;
  // The provider is asked once automatically at that moment.
  useEffect(() => {
    if (waitedLong) api(checkPayment, { params: { hash }, interactive: false }).catch(() => undefined);
  }, [waitedLong, hash]);

  async function check(): Promise<void> {
    setChecking(true);
    await api(checkPayment, { params: { hash } }).catch(() => undefined);
    await revalidate();
    setChecking(false);
  }

  return (
    <div className="flex flex-col gap-3">
      {receiver && (
        <p className="text-sm text-ink-2">
          Confira se o banco mostra <b className="font-semibold text-ink">{receiver}</b>
          {receiver === company?.name && `, CNPJ ${company.document}`}.
        </p>
      )}
      {waitedLong && (
        <Banner
          action={
            <Button variant="quiet" size="sm" loading={checking} onClick={() => void check()}>
              Conferir pagamento
            </Button>
          }
        >
          Já pagou? O banco pode levar um minuto.
        </Banner>
      )}
    </div>
  );
}

/** True once `on` has been true for `ms` milliseconds. */
function useAfter(ms: number, on: boolean): boolean {
  const [past, setPast] = useState(false);
  useEffect(() => {
    if (!on) return undefined;
    const timer = setTimeout(() => setPast(true), ms);
    return () => {
      clearTimeout(timer);
      setPast(false);
    };
  }, [ms, on]);
  return past;
}
