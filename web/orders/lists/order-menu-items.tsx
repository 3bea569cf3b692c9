import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { OrderRow } from '#contract/orders/orders.ts';
import { openSupport } from '#web/tickets/open-support.ts';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { conversationId } from '#web/orders/conversation/conversation-place.ts';
import type { Side } from '#web/orders/step.ts';
import { buyAgain, listingOf, mayBuyAgain } from './order-action.ts';
import type { OrderAction } from './order-action.ts';

/** Before its payment nobody talks about an order, nor after it came to nothing for want of one. */
const silent: readonly OrderRow['state'][] = ['awaiting_payment', 'payment_in_review', 'expired'];

export interface OrderMenuProps {
  row: OrderRow;
  side: Side;
  action: OrderAction;
}

/** What else can be done with an order of a list; open from its first moment: it comes when somebody asked for it. */
export function OrderMenuItems({ row, side, action, trigger }: OrderMenuProps & { trigger: ReactElement }) {
  const page = `/pedido/${row.hash}`;
  return (
    <Menu trigger={trigger} startsOpen>
      {action.to !== page && (
        <MenuItem asChild>
          <Link to={page}>Ver pedido</Link>
        </MenuItem>
      )}
      {!silent.includes(row.state) && (
        <MenuItem asChild>
          <Link to={`${page}#${conversationId}`} className="wrap-anywhere">
            Conversar com @{row.otherParty}
          </Link>
        </MenuItem>
      )}
      {mayBuyAgain(row, side) && action.label !== buyAgain && (
        <MenuItem asChild>
          <Link to={listingOf(row)}>{buyAgain}</Link>
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
