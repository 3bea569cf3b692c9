import type { Reply } from '#contract/endpoint.ts';
import type { getBalances } from '#contract/ledger/statements.ts';
import { formatCents, formatDate } from '#web/ui/data/formats.ts';
import { StatCard } from '#web/ui/cards/stat-card.tsx';
import { heldAccountWords } from './held-words.ts';

export type Balances = Reply<typeof getBalances>;

/** What may leave by Pix: refunds that were kept as credit may, like the rest. */
export function withdrawableOf({ availableCents, purchaseCreditCents }: Balances): number {
  return availableCents + purchaseCreditCents;
}

/** Where the money is: what is free first, then what waits, then only what there is of the rest. */
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
        label={heldAccountWords.pending_release}
        value={formatCents(held.pending_release.cents)}
        footer={
          nextRelease
            ? `Próximo: ${formatCents(nextRelease.amountCents)} em ${formatDate(nextRelease.at)}`
            : 'Nada esperando prazo'
        }
      />
      <StatCard
        label={heldAccountWords.escrow}
        value={formatCents(held.escrow.cents)}
        footer="Até quem comprou confirmar"
      />
      {rest(balances).map(({ label, cents, footer }) => (
        <StatCard key={label} label={label} value={formatCents(cents)} footer={footer} />
      ))}
    </div>
  );
}

function rest({ held, purchaseCreditCents, debtCents, chargebackDebtCents }: Balances) {
  return [
    {
      label: heldAccountWords.withdrawal_in_transit,
      cents: held.withdrawal_in_transit.cents,
      footer: 'Já saiu do saldo e vai por Pix',
    },
    {
      label: heldAccountWords.refund_due,
      cents: held.refund_due.cents,
      footer: 'De pedidos que não deram certo',
    },
    { label: 'Crédito de compra', cents: purchaseCreditCents, footer: 'Para comprar ou sacar' },
    { label: heldAccountWords.blocked, cents: held.blocked.cents, footer: 'Só o valor em discussão' },
    { label: 'A devolver', cents: -debtCents, footer: 'Descontamos das próximas vendas' },
    {
      label: 'Débito de contestação',
      cents: -chargebackDebtCents,
      footer: 'Seu banco pagou de novo o que já tínhamos reembolsado. Tudo o que entra desconta daqui',
    },
  ].filter(({ cents }) => cents !== 0);
}
