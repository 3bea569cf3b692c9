import { Barcode, CreditCard, HandCoins, QrCode, Wallet } from '#web/ui/icons/icons.tsx';
import { useEffect, useState } from 'react';
import { getBalances } from '#contract/ledger/statements.ts';
import type { PaymentMethod } from '#domain/payments/payments.ts';
import type { Installments } from '#domain/payments/installments.ts';
import { useInstallmentOffer } from '#web/payments/installment-offer.tsx';
import { planText } from '#web/payments/payment-texts.ts';
import { api } from '#web/api/api.ts';
import { useSettings } from '#web/settings/site-settings.ts';
import type { Choice } from '#web/ui/forms/choice-card.tsx';
import { ChoiceCards } from '#web/ui/forms/choice-card.tsx';
import { formatCents } from '#web/ui/data/formats.ts';

interface PaymentChoicesProps {
  totalCents: number;
  value: PaymentMethod;
  onChange: (method: PaymentMethod) => void;
}

/** The available payment methods, in the rules' order. */
export function PaymentChoices({ totalCents, value, onChange }: PaymentChoicesProps) {
  const settings = useSettings();
  const methods = settings?.methods ?? ['pix'];
  const plan = useInstallmentOffer(totalCents);
  const spendableCents = useSpendable(methods.includes('balance'));
  return (
    <section aria-labelledby="forma">
      <h3 id="forma" className="mb-2 text-h3">
        Forma de pagamento
      </h3>
      <ChoiceCards
        aria-labelledby="forma"
        value={value}
        onValueChange={(method) => onChange(method as PaymentMethod)}
        choices={methods.map((method) => choices[method]({ totalCents, spendableCents, plan }))}
      />
    </section>
  );
}

interface Facts {
  totalCents: number;
  /** The buyer's spendable balance; null while unknown. */
  spendableCents: number | null;
  plan: Installments | null;
}

const choices: Record<PaymentMethod, (facts: Facts) => Choice> = {
  pix: () => ({
    value: 'pix',
    title: 'Pix',
    reason: 'Aprovação em segundos, no app do seu banco.',
    icon: <QrCode aria-hidden="true" />,
  }),
  card: ({ plan }) => ({
    value: 'card',
    title: 'Cartão de crédito',
    reason: plan ? installmentReason(plan) : 'À vista, sem juros.',
    icon: <CreditCard aria-hidden="true" />,
  }),
  boleto: () => ({
    value: 'boleto',
    title: 'Boleto',
    reason: 'O banco confirma em dias úteis.',
    icon: <Barcode aria-hidden="true" />,
  }),
  balance: ({ totalCents, spendableCents }) => ({
    value: 'balance',
    title: 'Saldo',
    icon: <Wallet aria-hidden="true" />,
    ...balanceText(totalCents, spendableCents),
  }),
  manual: () => ({
    value: 'manual',
    title: 'Pix com comprovante',
    reason: 'Você envia o comprovante e a equipe confere.',
    icon: <HandCoins aria-hidden="true" />,
  }),
};

function installmentReason(plan: Installments): string {
  return plan.interestCents === 0
    ? `Em até ${planText(plan)}.`
    : `Em até ${planText(plan)}, total ${formatCents(plan.totalCents)}. À vista, sem juros.`;
}

function balanceText(
  totalCents: number,
  spendableCents: number | null,
): Pick<Choice, 'reason' | 'disabledReason'> {
  if (spendableCents === null) return { disabledReason: 'Conferindo seu saldo…' };
  if (spendableCents >= totalCents)
    return { reason: `Você tem ${formatCents(spendableCents)}. A compra é paga na hora.` };
  if (spendableCents === 0) return { disabledReason: 'Você não tem saldo agora.' };
  return {
    disabledReason: `Você tem ${formatCents(spendableCents)}. Faltam ${formatCents(totalCents - spendableCents)}.`,
  };
}

/** Purchase credit plus available balance; null after a failure. */
function useSpendable(enabled: boolean): number | null {
  const [cents, setCents] = useState<number | null>(null);
  useEffect(() => {
    if (!enabled) return;
    const stop = new AbortController();
    api(getBalances, { signal: stop.signal })
      .then(({ availableCents, purchaseCreditCents }) => setCents(availableCents + purchaseCreditCents))
      .catch(() => undefined);
    return () => stop.abort();
  }, [enabled]);
  return cents;
}
