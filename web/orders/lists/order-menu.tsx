import { Ellipsis } from '#web/ui/icons/icons.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { LazyMenu } from '#web/ui/overlays/lazy-menu.tsx';
import type { OrderMenuProps } from './order-menu-items.tsx';

const load = async () => ({ default: (await import('./order-menu-items.tsx')).OrderMenuItems });
const OrderMenuItems = lazyPart(load);
const preload = () => void load().catch(() => undefined);

/** The menu of an order in a list: every action except its one button. */
export function OrderMenu(props: OrderMenuProps) {
  const face = {
    label: `Mais ações: pedido ${props.row.code}`,
    icon: <Ellipsis aria-hidden="true" />,
    tooltip: false,
  };
  return (
    <LazyMenu button={face} preload={preload}>
      {(trigger) => <OrderMenuItems {...props} trigger={trigger} />}
    </LazyMenu>
  );
}
