import type { OrderRow } from '#contract/orders.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { partOf } from './deed.ts';
import type { ManySales } from './use-many-sales.ts';

/** Chooses one sale of several. */
export function SaleChoice({ row, many }: { row: OrderRow; many: ManySales }) {
  if (partOf(row).deed === null) return null;
  return (
    <Checkbox
      hideLabel
      checked={many.has(row)}
      onCheckedChange={(add) => many.choose(row, add)}
      className="-mr-3 scroll-mt-32 self-start"
    >
      {`Selecionar pedido ${row.code}: ${row.title}`}
    </Checkbox>
  );
}

/** Why a sale can't be chosen beside others; nothing where it can. */
export function StaysOut({ row }: { row: OrderRow }) {
  const { stays } = partOf(row);
  return stays && <p className="mt-1.5 text-sm text-on-warning-soft">Fora da seleção. {stays}</p>;
}
