import { Link } from 'react-router';
import type { Counts } from '#web/orders/lists/load-orders.ts';
import { formatNumber } from '#web/ui/data/formats.ts';

/** Counts of orders by state, each a link to its tab. Zero counts are left out. */
export function OrderCounts({ counts: { purchases, sales } }: { counts: Counts }) {
  const places = [
    {
      to: '/conta/compras?aba=andamento',
      label: ['compra em andamento', 'compras em andamento'],
      count: purchases.andamento,
    },
    {
      to: '/conta/compras?aba=confirmar',
      label: ['para confirmar', 'para confirmar'],
      count: purchases.confirmar,
    },
    { to: '/conta/vendas?aba=entregar', label: ['para entregar', 'para entregar'], count: sales.entregar },
    {
      to: '/conta/vendas?aba=aguardando',
      label: ['venda aguardando', 'vendas aguardando'],
      count: sales.aguardando,
    },
  ].filter(({ count }) => (count ?? 0) > 0);
  if (places.length === 0) return null;
  return (
    <nav aria-label="Seus pedidos em números" className="max-sm:hidden">
      <ul className="grid grid-cols-4 gap-3">
        {places.map(({ to, label, count }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex h-full min-h-11 flex-col rounded-lg border border-border bg-surface p-3 hover:bg-surface-2"
            >
              <span className="text-h2 tabular-nums">{formatNumber(count ?? 0)}</span>
              <span className="text-sm text-ink-2">{label[count === 1 ? 0 : 1]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
