import { longestPlan } from '#domain/payments/installments.ts';
import type { Installments } from '#domain/payments/installments.ts';
import { useSettings } from '#web/settings/site-settings.ts';
import { formatBps, formatCents } from '#web/ui/data/formats.ts';
import { planText } from './payment-texts.ts';

/** The longest installment plan of a price, as the checkout computes it; null where cards or installments are closed. */
export function useInstallmentOffer(priceCents: number): Installments | null {
  const settings = useSettings();
  return settings?.methods.includes('card') ? longestPlan(priceCents, settings.card) : null;
}

/** The plan of a price as cards show it, for lists: the markup of cards is cached and reads no settings itself. */
export function useInstallmentText(): (priceCents: number) => string | undefined {
  const settings = useSettings();
  return (priceCents) => {
    const plan = settings?.methods.includes('card') ? longestPlan(priceCents, settings.card) : null;
    return plan ? planText(plan) : undefined;
  };
}

/** The line under a listing's price: number, amount, total and interest of the installments. */
export function InstallmentOffer({ priceCents }: { priceCents: number }) {
  const plan = useInstallmentOffer(priceCents);
  const card = useSettings()?.card;
  if (!plan || !card) return null;
  return (
    <p className="-mt-2 text-sm text-ink-2 tabular-nums">
      {planText(plan)} no cartão
      {plan.interestCents > 0 &&
        `, total ${formatCents(plan.totalCents)} com juros de ${formatBps(card.monthlyInterestBps)} ao mês`}
    </p>
  );
}
