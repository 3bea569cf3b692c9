import type { OrderRow } from '#contract/orders/orders.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import type { SaleSelection } from './use-sale-selection.ts';

export interface SaleCheckboxProps {
  row: OrderRow;
  selection: SaleSelection;
}

/** Checkbox that selects one sale of several. */
export function SaleCheckbox({ row, selection }: SaleCheckboxProps) {
  return (
    <Checkbox
      hideLabel
      checked={selection.has(row)}
      onCheckedChange={(add) => selection.select(row, add)}
      className="-mr-1 scroll-mt-32 self-start"
    >
      {`Selecionar pedido ${row.code}: ${row.title}`}
    </Checkbox>
  );
}
