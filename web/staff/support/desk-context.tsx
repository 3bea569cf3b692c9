import { Suspense, useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { getTicketContext } from '#contract/tickets/staff-tickets.ts';
import { levelLabels } from '#web/labels.ts';
import { api } from '#web/api/api.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { staffOrderBadge } from '#web/orders/order-badge.ts';
import { deskStateLabels } from '#web/tickets/ticket-labels.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { EmptyInline } from '#web/ui/page/empty-state.tsx';
import { formatCents, formatDate } from '#web/ui/data/formats.ts';
import { Loading, RowsSkeleton } from '#web/ui/page/skeleton.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';

const MergeTicket = lazyPart(() =>
  import('./merge-ticket.tsx').then((module) => ({ default: module.MergeTicket })),
);
const OrderSheet = lazyPart(() =>
  import('./order-sheet.tsx').then((module) => ({ default: module.OrderSheet })),
);

type Context = Reply<typeof getTicketContext>;

export interface DeskContextProps {
  ticketId: number;
  /** A closed ticket can't be merged. */
  ended: boolean;
  className?: string;
}

/** The customer: account, balance, orders and earlier tickets. */
export function DeskContext({ ticketId, ended, className }: DeskContextProps) {
  const { context, failed, load } = useContextOf(ticketId);
  if (failed)
    return (
      <div className={className}>
        <EmptyInline
          action={
            <Button variant="quiet" onClick={load}>
              Tentar de novo
            </Button>
          }
        >
          Não conseguimos carregar os dados da pessoa.
        </EmptyInline>
      </div>
    );
  if (!context)
    return (
      <Loading name="os dados da pessoa" className={className}>
        <RowsSkeleton rows={5} />
      </Loading>
    );
  return (
    <div className={cn('flex flex-col gap-5', className)}>
      <Person {...context.person} />
      <Money {...context.money} />
      <Orders ticketId={ended ? null : ticketId} orders={context.orders} onLinked={load} />
      <Others ticketId={ticketId} others={context.others} ended={ended} />
    </div>
  );
}

function useContextOf(ticketId: number) {
  const [context, setContext] = useState<Context | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(() => {
    api(getTicketContext, { params: { id: ticketId } }).then(
      (answer) => {
        setContext(answer);
        setFailed(false);
      },
      () => setFailed(true),
    );
  }, [ticketId]);
  useEffect(load, [load]);
  return { context, failed, load };
}

function Person({ username, email, level, state, createdAt }: Context['person']) {
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-h3">
        <Link to={`/perfil/${username}`} className="underline-offset-4 hover:underline">
          @{username}
        </Link>
      </h3>
      <p className="text-sm text-ink-2">
        {email} · {levelLabels[level].label}
      </p>
      <p className="text-sm text-ink-2">Membro desde {formatDate(createdAt)}</p>
      {state !== 'active' && (
        <StatusBadge tone="danger" size="sm" className="self-start">
          {stateLabels[state]}
        </StatusBadge>
      )}
    </section>
  );
}

const stateLabels: Record<Exclude<Context['person']['state'], 'active'>, string> = {
  restricted: 'Conta restrita',
  suspended: 'Conta suspensa',
  banned: 'Conta banida',
  closing: 'Exclusão pedida',
  closed: 'Conta excluída',
};

const moneyLabels: readonly [keyof Context['money'], string][] = [
  ['availableCents', 'Disponível'],
  ['pendingReleaseCents', 'A liberar'],
  ['inEscrowCents', 'Guardado em pedidos'],
  ['inTransitCents', 'Em saque'],
  ['blockedCents', 'Bloqueado'],
];

function Money(money: Context['money']) {
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="text-ui font-semibold">Saldo</h3>
      <dl className="flex flex-col gap-1 text-sm">
        {moneyLabels.map(([kind, label]) => (
          <div key={kind} className="flex justify-between gap-3">
            <dt className="text-ink-2">{label}</dt>
            <dd className={cn('tabular-nums', kind === 'blockedCents' && money[kind] > 0 && 'text-danger')}>
              {formatCents(money[kind])}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Orders({
  orders,
  ...ticket
}: Pick<Context, 'orders'> & { ticketId: number | null; onLinked: () => void }) {
  const [open, setOpen] = useState<number | null>(null);
  const at = orders.findIndex(({ id }) => id === open);
  const shown = orders[at];
  const [previous, next] = [orders[at - 1], at < 0 ? undefined : orders[at + 1]];
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="text-ui font-semibold">Pedidos</h3>
      {orders.length === 0 && <p className="text-sm text-ink-2">Nenhum pedido ainda.</p>}
      <ul className="flex flex-col gap-1">
        {orders.map((order) => (
          <li key={order.id}>
            <OrderChip order={order} onPress={() => setOpen(order.id)} />
          </li>
        ))}
      </ul>
      {shown && (
        <Suspense fallback={null}>
          <OrderSheet
            key={shown.id}
            orderId={shown.id}
            code={shown.code}
            isAbout={shown.isAbout}
            {...ticket}
            navigation={{
              close: () => setOpen(null),
              ...(previous && { previous: () => setOpen(previous.id) }),
              ...(next && { next: () => setOpen(next.id) }),
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

/** Opens the order over the conversation, which stays open. */
function OrderChip({ order, onPress }: { order: Context['orders'][number]; onPress: () => void }) {
  const { code, title, side, totalCents, isAbout } = order;
  const { label, tone } = staffOrderBadge(order);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onPress}
      className={cn(
        'flex w-full flex-col gap-1 rounded-md border px-3 py-2 text-left text-sm hover:bg-surface-2',
        isAbout ? 'border-brand' : 'border-border',
      )}
    >
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">{code}</span>
        <StatusBadge tone={tone} size="sm">
          {label}
        </StatusBadge>
      </span>
      <span className="line-clamp-2">{title}</span>
      <span className="flex justify-between gap-2 text-ink-2">
        <span>{side === 'buyer' ? 'Compra' : 'Venda'}</span>
        <span className="tabular-nums">{formatCents(totalCents)}</span>
      </span>
    </button>
  );
}

function Others({ ticketId, others, ended }: Pick<Context, 'others'> & Omit<DeskContextProps, 'className'>) {
  if (others.length === 0) return null;
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="text-ui font-semibold">Outros atendimentos</h3>
      <ul className="flex flex-col text-sm">
        {others.map(({ id, protocol, state, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-2">
            <Link
              to={`?fila=${state === 'resolved' || state === 'closed' ? 'done' : 'open'}&id=${id}`}
              className="flex min-h-11 flex-wrap items-center gap-x-2 text-brand underline-offset-4 hover:underline"
            >
              {protocol}
              <span className="text-ink-2">
                {deskStateLabels[state].label} · {formatDate(createdAt)}
              </span>
            </Link>
            {!ended && state !== 'resolved' && state !== 'closed' && (
              <Suspense fallback={null}>
                <MergeTicket ticketId={ticketId} into={{ id, protocol }} />
              </Suspense>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
