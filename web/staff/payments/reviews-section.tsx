import { Link } from 'react-router';
import type { PaymentReview } from '#contract/payments/payments.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import type { Column } from '#web/ui/data/data-table.tsx';
import { DataTable } from '#web/ui/data/data-table.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';
import { useDecision } from '../queue/use-decision.ts';
import { methodNames } from '#domain/state-names.ts';
import { ReviewDecision } from './review-decision.tsx';

const facts: Column<PaymentReview>[] = [
  {
    key: 'order',
    header: 'Pedido',
    cell: ({ hash, code, title }) => (
      <span className="flex min-w-0 flex-col max-md:items-end">
        <Link
          to={`/pedido/${hash}`}
          className="inline-flex min-h-6 items-center font-semibold hover:underline"
        >
          {code}
        </Link>
        <span className="line-clamp-2 max-w-56 text-xs text-ink-3 max-md:text-right">{title}</span>
      </span>
    ),
  },
  { key: 'buyer', header: 'Quem comprou', cell: ({ buyer }) => `@${buyer}` },
  {
    key: 'payer',
    header: 'Por quê',
    cell: ({ reason, payerDocument }) => (
      <span className="flex flex-col tabular-nums max-md:items-end">
        {reason === 'provider' ? 'O provedor analisa' : 'Outra pessoa pagou'}
        {payerDocument && <span className="text-xs text-ink-3">{payerDocument}</span>}
      </span>
    ),
  },
  {
    key: 'amount',
    header: 'Valor',
    numeric: true,
    cell: ({ amountCents, method }) => (
      <span className="flex flex-col items-end">
        <strong className="text-ui font-semibold">{formatCents(amountCents)}</strong>
        <span className="text-xs text-ink-3">{methodNames[method]}</span>
      </span>
    ),
  },
  { key: 'until', header: 'Liberação automática em', cell: ({ until }) => formatDateTime(until) },
];

/** Payments awaiting a decision, the most urgent first; the open decision is in the address. */
export function ReviewsSection({ reviews }: { reviews: readonly PaymentReview[] }) {
  const { id, decision, ask, close } = useDecision<'liberar' | 'devolver'>();
  const chosen = reviews.find((review) => String(review.id) === id);
  const columns = [
    ...facts,
    {
      key: 'actions',
      header: 'Decisão',
      bare: true,
      cell: (row: PaymentReview) => actions(row, ask),
    },
  ];
  return (
    <>
      <DataTable
        caption="Pagamentos em análise"
        columns={columns}
        rows={reviews}
        rowKey={({ id: one }) => one}
        empty={
          <EmptyState
            title="Fila vazia. Bom trabalho."
            text="Nenhum pagamento espera uma decisão."
            seed="pagamentos-analise"
          />
        }
      />
      {chosen && decision && (
        <ReviewDecision key={chosen.id} review={chosen} decision={decision} onClose={close} />
      )}
    </>
  );
}

function actions(review: PaymentReview, onDecide: (id: number, decision: 'liberar' | 'devolver') => void) {
  const because = review.decidable ? undefined : obstacleOf(review);
  const about = `${formatCents(review.amountCents)} do pedido ${review.code}`;
  return (
    <span className="flex flex-col gap-1 max-md:w-full">
      <span className="flex gap-2 max-md:*:flex-1 md:max-lg:flex-col">
        <Button
          variant="secondary"
          className="max-md:h-11"
          aria-label={`Liberar ${about}`}
          disabledReason={because}
          onClick={() => onDecide(review.id, 'liberar')}
        >
          Liberar
        </Button>
        <Button
          variant="quiet"
          className="text-danger max-md:h-11"
          aria-label={`Devolver ${about}`}
          disabledReason={because}
          onClick={() => onDecide(review.id, 'devolver')}
        >
          Devolver
        </Button>
      </span>
      {because && <span className="text-xs text-on-warning-soft md:max-w-56">{because}</span>}
    </span>
  );
}

function obstacleOf({ reason }: PaymentReview): string {
  if (reason === 'provider') return 'O provedor ainda analisa. A decisão é dele.';
  return 'Só administradores que não participam do pedido decidem.';
}
