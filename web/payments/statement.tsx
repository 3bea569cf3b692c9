import { Link } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import type { listTransactions } from '#contract/withdrawals.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatCents, formatDate, formatSignedCents, formatTime } from '#web/ui/formats.ts';
import { byDay, transactionWords } from './transaction-words.ts';

type Line = Reply<typeof listTransactions>['items'][number];

const columns: Column<Line>[] = [
  {
    key: 'at',
    header: 'Data',
    cell: ({ at }) => (
      <span className="whitespace-nowrap">
        {formatDate(at)}
        <span className="text-ink-3">, {formatTime(at)}</span>
      </span>
    ),
  },
  {
    key: 'kind',
    header: 'Descrição',
    cell: (line) => (
      <span className="flex flex-col">
        {transactionWords(line.kind, line.amountCents)}
        {line.order && <span className="line-clamp-2 text-xs text-ink-3">{line.order.title}</span>}
      </span>
    ),
  },
  { key: 'order', header: 'Pedido', cell: ({ order }) => <OrderLink order={order} /> },
  {
    key: 'in',
    header: 'Entrada',
    numeric: true,
    cell: ({ amountCents }) =>
      amountCents > 0 && <span className="text-on-success-soft">{formatSignedCents(amountCents)}</span>,
  },
  {
    key: 'out',
    header: 'Saída',
    numeric: true,
    cell: ({ amountCents }) => amountCents < 0 && formatSignedCents(amountCents),
  },
  {
    key: 'balance',
    header: 'Saldo',
    numeric: true,
    cell: ({ balanceCents }) => <strong className="font-semibold">{formatCents(balanceCents)}</strong>,
  },
];

/** Every movement of the available balance with the balance after it: a table, and days on phones. */
export function Statement({ lines }: { lines: readonly Line[] }) {
  if (lines.length === 0)
    return (
      <EmptyState
        level={3}
        title="Nenhum movimento ainda"
        text="Quando uma venda for liberada, ela aparece aqui com o saldo depois dela."
        seed="extrato vazio"
        className="py-8"
      />
    );
  return (
    <>
      <DataTable
        caption="Extrato do saldo disponível"
        columns={columns}
        rows={lines}
        rowKey={({ id }) => id}
        className="max-md:hidden"
      />
      <div className="flex flex-col gap-5 md:hidden">
        {byDay(lines, formatDate).map((day) => (
          <section key={day.label} aria-label={day.label}>
            <h3 className="text-sm font-semibold text-ink-3">{day.label}</h3>
            <ul className="divide-y divide-border">
              {day.lines.map((line) => (
                <PhoneLine key={line.id} line={line} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

function PhoneLine({ line }: { line: Line }) {
  const entry = line.amountCents > 0;
  return (
    <li className="flex items-start justify-between gap-4 py-3">
      <div className="min-w-0 text-sm">
        <p className="text-ui">{transactionWords(line.kind, line.amountCents)}</p>
        {line.order && <p className="line-clamp-2 text-ink-3">{line.order.title}</p>}
        <p className="flex items-center gap-2 text-ink-3">
          {formatTime(line.at)} <OrderLink order={line.order} />
        </p>
      </div>
      <div className="shrink-0 text-right tabular-nums">
        <p className={entry ? 'text-ui font-semibold text-on-success-soft' : 'text-ui font-semibold'}>
          <span className="sr-only">{entry ? 'Entrada' : 'Saída'} </span>
          {formatSignedCents(line.amountCents)}
        </p>
        <p className="text-sm text-ink-3">saldo {formatCents(line.balanceCents)}</p>
      </div>
    </li>
  );
}

function OrderLink({ order }: { order: Line['order'] }) {
  if (!order) return null;
  return (
    <Link
      to={`/pedido/${order.hash}`}
      className="relative font-medium whitespace-nowrap text-brand hover:underline hit-44"
    >
      {order.code}
    </Link>
  );
}
