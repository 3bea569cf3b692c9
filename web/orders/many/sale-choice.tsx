import type { OrderRow } from '#contract/orders/orders.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import type { ManySales } from './use-many-sales.ts';

export interface SaleChoiceProps {
  row: OrderRow;
  many: ManySales;
}

/** Chooses one sale of several. */
export function SaleChoice({ row, many }: SaleChoiceProps) {
  return (
    <Checkbox
      hideLabel
      checked={many.has(row)}
      onCheckedChange={(add) => many.choose(row, add)}
      className="-mr-1 scroll-mt-32 self-start"
    >
      {`Selecionar pedido ${row.code}: ${row.title}`}
    </Checkbox>
  );
}
