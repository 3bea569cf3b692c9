import { Suspense } from 'react';
import { Link } from 'react-router';
import type { OrderRow } from '#contract/orders/orders.ts';
import type { StepButton } from '#web/orders/step.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import type { ButtonProps } from '#web/ui/buttons/button.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import type { OrderAction } from './order-action.ts';

// Only sellers of parcels have labels.
const LabelButton = lazyPart(async () => ({
  default: (await import('#web/shipping/row-label-button.tsx')).RowLabelButton,
}));

interface RowActionProps extends Pick<ButtonProps, 'variant' | 'size'> {
  row: OrderRow;
  action: OrderAction;
  button: StepButton;
}

/** The one button of an order in a list: a link to its page, or the label that is made or printed in place. */
export function RowAction({ row, action, button, ...look }: RowActionProps) {
  const link = (
    <Button asChild {...look}>
      <Link to={action.to} aria-label={`${action.label}: pedido ${row.code}`}>
        {action.label}
      </Link>
    </Button>
  );
  if (button !== 'make_label' && button !== 'print_label') return link;
  return (
    <Suspense fallback={link}>
      <LabelButton row={row} label={action.label} isReady={button === 'print_label'} {...look} />
    </Suspense>
  );
}
