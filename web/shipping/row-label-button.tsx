import type { OrderRow } from '#contract/orders/orders.ts';
import { buyLabel } from '#contract/shipping/shipments.ts';
import { useOrderAction } from '#web/orders/use-order-action.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import type { ButtonProps } from '#web/ui/buttons/button.tsx';
import { useLabelPdf } from './use-label-pdf.ts';

interface RowLabelButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  row: OrderRow;
  label: string;
  isReady: boolean;
}

/** Makes the label of a sale in a list; then it prints it. */
export function RowLabelButton({ row, label, isReady, ...look }: RowLabelButtonProps) {
  const { send, pending, refusal } = useOrderAction(row.hash);
  const pdf = useLabelPdf();
  const problem = isReady ? pdf.problem : refusal;
  return (
    <span className="flex min-w-0 flex-col items-start gap-1">
      <Button
        {...look}
        loading={pending || pdf.pending}
        aria-label={`${label}: pedido ${row.code}`}
        onClick={() => void (isReady ? pdf.save([row.hash], `etiqueta-${row.code}`) : send(buyLabel))}
      >
        {label}
      </Button>
      {problem && (
        <span role="alert" className="max-w-60 text-sm text-danger">
          {problem.detail}
        </span>
      )}
    </span>
  );
}
