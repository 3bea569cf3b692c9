import { ReceiptText } from '#web/ui/icons/icons.tsx';
import { Link } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import type { listTransactions, StatementLine } from '#contract/ledger/statements.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import type { Column } from '#web/ui/data/data-table.tsx';
import { DataTable } from '#web/ui/data/data-table.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { formatCents, formatCount, formatDate, formatSignedCents, formatTime } from '#web/ui/data/formats.ts';
import { groupByDay } from './statement-days.ts';

const columns: Column<StatementLine>[] = [
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
    key: 'description',
    header: 'Descrição',
    cell: (line) => (
      <span className="flex flex-col">
        {line.description}
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
  { key: 'receipt', header: 'Recibo', cell: (line) => <ReceiptLink line={line} /> },
];

interface StatementProps {
  lines: readonly StatementLine[];
  /** A filter is active, so an empty list does not mean that there are no movements. */
  filtered: boolean;
  refreshing: boolean;
}

/** Every movement of an account with the balance after it: a table, or a list by day on phones. */
export function Statement({ lines, filtered, refreshing }: StatementProps) {
  if (lines.length === 0) return filtered ? <NothingFound /> : <NothingYet />;
  return (
    <>
      <DataTable
        caption="Extrato"
        columns={columns}
        rows={lines}
        rowKey={({ number }) => number}
        refreshing={refreshing}
        className="max-md:hidden"
      />
      <div className="flex flex-col gap-5 md:hidden">
        {groupByDay(lines, formatDate).map((day) => (
          <section key={day.label} aria-label={day.label}>
            <h3 className="text-sm font-semibold text-ink-3">{day.label}</h3>
            <ul className="divide-y divide-border">
              {day.lines.map((line) => (
                <PhoneLine key={line.number} line={line} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

/** Sums of all lines that match the filters, not only of those on the page. */
export function StatementSums({ totals }: { totals: NonNullable<Reply<typeof listTransactions>['totals']> }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm tabular-nums">
      <Sum term={formatCount(totals.count, 'movimento', 'movimentos')}>
        {formatSignedCents(totals.inCents - totals.outCents)}
      </Sum>
      <Sum term="Entradas">{formatSignedCents(totals.inCents)}</Sum>
      <Sum term="Saídas">{formatSignedCents(-totals.outCents)}</Sum>
    </dl>
  );
}

function Sum({ term, children }: { term: string; children: string }) {
  return (
    <div className="flex gap-2">
      <dt className="text-ink-2">{term}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}

function NothingYet() {
  return (
    <EmptyState
      level={3}
      title="Nenhum movimento ainda"
      text="Quando uma venda for liberada, ela aparece aqui com o saldo depois dela."
      seed="extrato vazio"
      className="py-8"
    />
  );
}

function NothingFound() {
  return (
    <EmptyState
      level={3}
      title="Nenhum movimento no período."
      text="Nada aconteceu nos dias e no tipo escolhidos."
      seed="extrato filtrado"
      className="py-8"
      action={
        <Button asChild variant="secondary">
          <Link to="?periodo=90d" preventScrollReset>
            Ver os últimos 90 dias
          </Link>
        </Button>
      }
      secondary={
        <Button asChild variant="quiet">
          <Link to="?" preventScrollReset>
            Ver tudo
          </Link>
        </Button>
      }
    />
  );
}

function PhoneLine({ line }: { line: StatementLine }) {
  const entry = line.amountCents > 0;
  return (
    <li className="flex items-start justify-between gap-4 py-3">
      <div className="min-w-0 text-sm">
        <p className="text-ui">{line.description}</p>
        {line.order && <p className="line-clamp-2 text-ink-3">{line.order.title}</p>}
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-3">
          {formatTime(line.at)} <OrderLink order={line.order} /> <ReceiptLink line={line} />
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

const linkStyles =
  'relative inline-flex items-center gap-1 font-medium whitespace-nowrap text-brand hover:underline hit-44';

function OrderLink({ order }: { order: StatementLine['order'] }) {
  if (!order) return null;
  return (
    <Link to={`/pedido/${order.hash}`} className={linkStyles}>
      {order.code}
    </Link>
  );
}

function ReceiptLink({ line }: { line: StatementLine }) {
  return (
    <Link
      to={`/recibo/${line.receipt}`}
      aria-label={`Recibo: ${line.description}, ${formatSignedCents(line.amountCents)}`}
      className={linkStyles}
    >
      <ReceiptText aria-hidden="true" className="size-4" />
      Recibo
    </Link>
  );
}
