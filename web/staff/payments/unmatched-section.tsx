import { useState } from 'react';
import { Link } from 'react-router';
import type { StrayMoney } from '#contract/payments/staff-payments.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import type { Column } from '#web/ui/data/data-table.tsx';
import { DataTable } from '#web/ui/data/data-table.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { formatCents } from '#web/ui/data/formats.ts';
import { DayAndTime } from '../table/day-and-time.tsx';
import { MatchDialog } from './match-dialog.tsx';
import { durationLabel, stateLabel } from './payment-labels.ts';
import { methodNames } from '#domain/state-names.ts';

const sources: Record<StrayMoney['source'], string> = {
  statement: 'Extrato do banco',
  provider: 'Lista do provedor',
};

const columns: Column<StrayMoney>[] = [
  {
    key: 'at',
    header: 'Chegou em',
    cell: ({ at }) => <DayAndTime at={at} />,
  },
  {
    key: 'amount',
    header: 'Valor',
    numeric: true,
    cell: ({ amountCents }) => <strong className="font-semibold">{formatCents(amountCents)}</strong>,
  },
  { key: 'payer', header: 'Quem pagou', cell: ({ payerName }) => payerName ?? 'não informado' },
  {
    key: 'movement',
    header: 'Movimento',
    cell: ({ source, movementId }) => (
      <span className="flex flex-col max-md:items-end md:min-w-40">
        {sources[source]}
        <span className="text-xs break-all text-ink-3 tabular-nums">{movementId}</span>
      </span>
    ),
  },
  { key: 'suggestion', header: 'Pode ser de', cell: (row) => <Suggestion row={row} /> },
];

/** «Sem pedido»: incoming money without an order, each with a suggested order, the reason, and a button to match it. */
export function UnmatchedSection({ items }: { items: readonly StrayMoney[] }) {
  const [matching, setMatching] = useState<string | null>(null);
  const money = items.find(({ key }) => key === matching);
  return (
    <>
      <Table items={items} onMatch={setMatching} />
      {money?.line && (
        <MatchDialog money={{ ...money, line: money.line }} onClose={() => setMatching(null)} />
      )}
    </>
  );
}

function Table({ items, onMatch }: { items: readonly StrayMoney[]; onMatch: (key: string) => void }) {
  const match = {
    key: 'match',
    header: 'Decisão',
    bare: true,
    cell: (row: StrayMoney) => matchButton({ row, onMatch }),
  };
  return (
    <DataTable
      caption="Recebimentos sem pedido"
      columns={[...columns, match]}
      rows={items}
      rowKey={({ key }) => key}
      empty={
        <EmptyState
          title="Todo recebimento tem um pedido."
          text="Um recebimento do banco ou do provedor sem pedido aparece aqui por 30 dias."
          seed="pagamentos-sem-pedido"
        />
      }
    />
  );
}

/** Money from the provider matches its charge automatically; a statement line needs a person. */
function matchButton({ row, onMatch }: { row: StrayMoney; onMatch: (key: string) => void }) {
  if (!row.line) return null;
  const { proposal } = row.line;
  const text = proposal && !proposal.mine ? 'Confirmar pedido' : 'Vincular a um pedido';
  return (
    <span className="flex flex-col gap-1 max-md:w-full">
      <Button
        variant="secondary"
        className="max-md:h-11"
        aria-label={`${text}: ${formatCents(row.amountCents)}`}
        onClick={() => onMatch(row.key)}
      >
        {text}
      </Button>
      {proposal && (
        <span className="text-xs text-ink-3">
          {proposal.mine
            ? `Você propôs ${proposal.orderCode}`
            : `@${proposal.by} propôs ${proposal.orderCode}`}
        </span>
      )}
    </span>
  );
}

function Suggestion({ row: { suggestion, at } }: { row: StrayMoney }) {
  if (!suggestion)
    return (
      <span className="text-ink-3">Nenhum pedido deste valor na semana antes. Confira com quem pagou.</span>
    );
  const { order, buyer, because, method, createdAt } = suggestion;
  const before = durationLabel(Math.max(0, Date.parse(at) - Date.parse(createdAt)));
  const why = {
    reference: 'O provedor diz que é desta cobrança.',
    amount_and_name: `Mesmo valor e mesmo nome; pedido feito ${before} antes.`,
    amount: `Mesmo valor; pedido feito ${before} antes. O nome não confere.`,
  }[because];
  return (
    <span className="flex min-w-0 flex-col gap-0.5 max-md:items-end max-md:text-right">
      <Link
        to={`/dashboard/pedidos/${order.id}`}
        className="inline-flex min-h-6 items-center font-semibold hover:underline"
      >
        {order.code} · @{buyer}
      </Link>
      <span className="text-xs text-ink-2">{why}</span>
      <span className="text-xs text-ink-3">
        {methodNames[method]} · {stateLabel(suggestion).label}
      </span>
    </span>
  );
}
