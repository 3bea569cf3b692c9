import { LayoutList, Rows3 } from '#web/ui/icons/icons.tsx';
import { ListSearch } from '#web/navigation/list-search.tsx';
import { PeriodFields } from '#web/navigation/period-fields.tsx';
import type { PeriodChoice } from '#web/navigation/period.ts';
import { useFilters } from '#web/navigation/use-filters.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import type { OrderListData } from './load-orders.ts';
import type { Side } from '#web/orders/step.ts';
import type { useOrderView } from './use-order-view.ts';

interface OrderFiltersProps {
  side: Side;
  found: OrderListData;
  view: ReturnType<typeof useOrderView>;
}

/** Searches orders by item, code or person, and filters them by the days on which they were placed. */
export function OrderFilters({ side, found, view }: OrderFiltersProps) {
  const [, change] = useFilters('pagina');
  return (
    <div className="mt-5 flex flex-wrap items-end gap-3">
      <ListSearch
        label={`Buscar em ${side === 'buyer' ? 'compras' : 'vendas'}`}
        placeholder="Item, código ou pessoa"
        q={found.q}
        otherParams={periodOf(found.period)}
        className="min-w-[min(100%,22rem)] flex-1"
      />
      <PeriodFields choice={found.period} today={found.today} onChange={change} />
      <IconButton
        label={view.tabular ? 'Mostrar como cartões' : 'Mostrar como tabela'}
        icon={view.tabular ? <LayoutList aria-hidden="true" /> : <Rows3 aria-hidden="true" />}
        onClick={() => view.choose(!view.tabular)}
        className="max-lg:hidden"
      />
    </div>
  );
}

/** The period as search parameters. */
export function periodOf({ period, from, to }: PeriodChoice): Record<string, string> {
  return {
    ...(period !== 'tudo' && !from && !to && { periodo: period }),
    ...(from && { de: from }),
    ...(to && { ate: to }),
  };
}
