import { Barcode, CreditCard, HandCoins, QrCode, Wallet } from '#web/ui/icons/icons.tsx';
import { useEffect, useState } from 'react';
import { getBalances } from '#contract/ledger/statements.ts';
import type { PaymentMethod } from '#domain/payments/payments.ts';
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
  const maxInstallments = settings?.card.maxInstallments ?? 12;
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
        choices={methods.map((method) => choices[method]({ totalCents, spendableCents, maxInstallments }))}
      />
    </section>
  );
}

interface Facts {
  totalCents: number;
  /** The buyer's spendable balance; null while unknown. */
  spendableCents: number | null;
  maxInstallments: number;
}

const choices: Record<PaymentMethod, (facts: Facts) => Choice> = {
  pix: () => ({
    value: 'pix',
    title: 'Pix',
    reason: 'Aprovação em segundos, no app do seu banco.',
    icon: <QrCode aria-hidden="true" />,
  }),
  card: ({ maxInstallments }) => ({
    value: 'card',
    title: 'Cartão de crédito',
    reason: `Em até ${maxInstallments}×, com juros a partir da segunda parcela.`,
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
