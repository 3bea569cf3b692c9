import type { Reply } from '#contract/endpoint.ts';
import type { getBalances } from '#contract/ledger/statements.ts';
import { formatCents, formatDate } from '#web/ui/data/formats.ts';
import { StatCard } from '#web/ui/cards/stat-card.tsx';
import { heldAccountLabels } from './held-texts.ts';

export type Balances = Reply<typeof getBalances>;

/** The amount that can be withdrawn by Pix, including refunds credited to the balance. */
export function withdrawableOf({ availableCents, purchaseCreditCents }: Balances): number {
  return availableCents + purchaseCreditCents;
}

/** Balance per account: available first, then pending, then the accounts that hold something. */
export function BalanceCards({ balances }: { balances: Balances }) {
  const { held, nextRelease } = balances;
  return (
    <div className="grid gap-3 sm:grid-cols-2 md:gap-4 lg:grid-cols-3">
      <StatCard
        label="Disponível"
        value={formatCents(balances.availableCents)}
        footer={`Saque a partir de ${formatCents(balances.withdrawal.minCents)}`}
        className="border-brand sm:max-lg:col-span-2"
      />
      <StatCard
        label={heldAccountLabels.pending_release}
        value={formatCents(held.pending_release.cents)}
        footer={
          nextRelease
            ? `Próximo: ${formatCents(nextRelease.amountCents)} em ${formatDate(nextRelease.at)}`
            : 'Nada esperando prazo'
        }
      />
      <StatCard
        label={heldAccountLabels.escrow}
        value={formatCents(held.escrow.cents)}
        footer="Até quem comprou confirmar"
      />
      {otherAccounts(balances).map(({ label, cents, footer }) => (
        <StatCard key={label} label={label} value={formatCents(cents)} footer={footer} />
      ))}
    </div>
  );
}

function otherAccounts({ held, purchaseCreditCents, debtCents, chargebackDebtCents }: Balances) {
  return [
    {
      label: heldAccountLabels.withdrawal_in_transit,
      cents: held.withdrawal_in_transit.cents,
      footer: 'Já saiu do saldo e vai por Pix',
    },
    {
      label: heldAccountLabels.refund_due,
      cents: held.refund_due.cents,
      footer: 'De pedidos que não deram certo',
    },
    { label: 'Crédito de compra', cents: purchaseCreditCents, footer: 'Para comprar ou sacar' },
    { label: heldAccountLabels.blocked, cents: held.blocked.cents, footer: 'Só o valor em discussão' },
    { label: 'A devolver', cents: -debtCents, footer: 'Descontamos das próximas vendas' },
    {
      label: 'Débito de contestação',
      cents: -chargebackDebtCents,
      footer: 'Seu banco pagou de novo o que já tínhamos reembolsado. Tudo o que entra desconta daqui',
    },
  ].filter(({ cents }) => cents !== 0);
}
