import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { OrderRow } from '#contract/orders/orders.ts';
import { openSupport } from '#web/tickets/open-support.ts';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { conversationId } from '#web/orders/conversation/conversation-id.ts';
import type { Side } from '#web/orders/step.ts';
import { buyAgainLabel, listingPath, mayBuyAgain } from './order-action.ts';
import type { OrderAction } from './order-action.ts';

/** States without a conversation: before the payment, or after it never came. */
const statesWithoutConversation: readonly OrderRow['state'][] = [
  'awaiting_payment',
  'payment_in_review',
  'expired',
];

export interface OrderMenuProps {
  row: OrderRow;
  side: Side;
  action: OrderAction;
}

/** The other actions of an order in a list. The code loads when the menu is first used, so it starts open. */
export function OrderMenuItems({ row, side, action, trigger }: OrderMenuProps & { trigger: ReactElement }) {
  const page = `/pedido/${row.hash}`;
  return (
    <Menu trigger={trigger} startsOpen>
      {action.to !== page && (
        <MenuItem asChild>
          <Link to={page}>Ver pedido</Link>
        </MenuItem>
      )}
      {!statesWithoutConversation.includes(row.state) && (
        <MenuItem asChild>
          <Link to={`${page}#${conversationId}`} className="wrap-anywhere">
            Conversar com @{row.otherParty}
          </Link>
        </MenuItem>
      )}
      {mayBuyAgain(row, side) && action.label !== buyAgainLabel && (
        <MenuItem asChild>
          <Link to={listingPath(row)}>{buyAgainLabel}</Link>
        </MenuItem>
      )}
      <MenuItem
        onSelect={() =>
          openSupport({
            category: 'order',
            about: { kind: 'order', hash: row.hash },
            label: `Pedido ${row.code} · ${row.title}`,
          })
        }
      >
        Falar com o atendimento
      </MenuItem>
    </Menu>
  );
}
