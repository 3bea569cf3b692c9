import { Ellipsis } from 'lucide-react';
import { Suspense, useState } from 'react';
import { late } from '#web/late.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { OrderMenuProps } from './order-menu-items.tsx';

const load = async () => ({ default: (await import('./order-menu-items.tsx')).OrderMenuItems });
const OrderMenuItems = late(load);
const preload = () => void load().catch(() => undefined);

/** All but the one button of an order in a list, in a menu that is fetched when a pointer or the focus comes near. */
export function OrderMenu(props: OrderMenuProps) {
  const [asked, setAsked] = useState(false);
  const face = {
    label: `Mais ações: pedido ${props.row.code}`,
    icon: <Ellipsis aria-hidden="true" />,
    tooltip: false,
  };
  const waiting = (
    <IconButton
      {...face}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setAsked(true)}
    />
  );
  if (!asked) return waiting;
  return (
    <Suspense fallback={waiting}>
      <OrderMenuItems {...props} trigger={<IconButton {...face} />} />
    </Suspense>
  );
}
