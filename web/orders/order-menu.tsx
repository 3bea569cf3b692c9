import { Ellipsis } from 'lucide-react';
import { Link } from 'react-router';
import type { OrderRow } from '#contract/orders.ts';
import { openSupport } from '#web/tickets/open-support.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { conversationId } from './conversation/conversation-place.ts';
import type { Side } from './next-step.ts';
import { buyAgain, listingOf, mayBuyAgain } from './order-action.ts';
import type { OrderAction } from './order-action.ts';

/** Before its payment nobody talks about an order, nor after it came to nothing for want of one. */
const silent: readonly OrderRow['state'][] = ['awaiting_payment', 'payment_in_review', 'expired'];

/** What else can be done with an order of a list: all but its one button. */
export function OrderMenu({ row, side, action }: { row: OrderRow; side: Side; action: OrderAction }) {
  const page = `/pedido/${row.hash}`;
  return (
    <Menu
      trigger={
        <IconButton
          label={`Mais ações: pedido ${row.code}`}
          icon={<Ellipsis aria-hidden="true" />}
          tooltip={false}
        />
      }
    >
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
