import { Link } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import type { listFundPayments, StaffFundPayment } from '#contract/payments/fund-payments.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Section } from '#web/ui/cards/card.tsx';
import type { Column } from '#web/ui/data/data-table.tsx';
import { DataTable } from '#web/ui/data/data-table.tsx';
import { formatCents, formatCount, formatDateTime } from '#web/ui/data/formats.ts';

const causeLabels: Record<StaffFundPayment['cause'], string> = {
  complaint: 'Reclamação sem decisão',
  appeal: 'Recurso sem decisão',
  regret: 'Desistência sem resposta',
  return: 'Devolução contestada sem decisão',
};

const columns: Column<StaffFundPayment>[] = [
  {
    key: 'order',
    header: 'Pedido',
    cell: ({ order: { id, code, title } }) => (
      <span className="flex min-w-0 flex-col max-md:items-end">
        <Link
          to={`/dashboard/pedidos/${id}`}
          className="inline-flex min-h-6 items-center font-semibold text-brand hover:underline max-md:min-h-11"
        >
          {code}
        </Link>
        <span className="line-clamp-2 max-w-56 text-xs text-ink-3 max-md:text-right">{title}</span>
      </span>
    ),
  },
  { key: 'cause', header: 'Por quê', cell: ({ cause }) => causeLabels[cause] },
  { key: 'sides', header: 'Entre', cell: ({ buyer, seller }) => `@${buyer} e @${seller}` },
  {
    key: 'buyer',
    header: 'A quem comprou',
    numeric: true,
    cell: ({ buyerCents }) => formatCents(buyerCents),
  },
  {
    key: 'seller',
    header: 'A quem vendeu',
    numeric: true,
    cell: ({ sellerCents }) => formatCents(sellerCents),
  },
  { key: 'at', header: 'Quando', cell: ({ at }) => formatDateTime(at) },
];

/** N03: what the guarantee fund paid because staff missed a final deadline, and what it pays next. */
export function FundSection({ fund }: { fund: Reply<typeof listFundPayments> }) {
  const { count, paidCents, balanceCents, dueSoon, items } = fund;
  return (
    <Section
      title="Fundo de garantia"
      text={`Pagou ${formatCents(paidCents)} em ${formatCount(count, 'caso', 'casos')} que a equipe não decidiu no prazo. Saldo: ${formatCents(balanceCents)}.`}
    >
      {dueSoon > 0 && (
        <Banner tone="warning" title={`${formatCount(dueSoon, 'caso vence', 'casos vencem')} em até 3 dias`}>
          <p>Sem decisão até lá, o fundo paga. Comece por eles nas reclamações e nos reembolsos.</p>
        </Banner>
      )}
      {count > 0 && (
        <DataTable
          caption="Pagamentos do fundo de garantia"
          compact
          columns={columns}
          rows={items}
          rowKey={({ id }) => id}
        />
      )}
    </Section>
  );
}
