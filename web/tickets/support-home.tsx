import { ChevronRight } from '#web/ui/icons/icons.tsx';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { listPurchases } from '#contract/orders/orders.ts';
import { api } from '#web/api/api.ts';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { breakable } from '#web/ui/page/dot-separated.tsx';
import { AnswerTime } from './answer-time.tsx';
import type { Question } from './new-question.tsx';
import { TicketList } from './ticket-list.tsx';
import type { OwnTickets } from './use-own-tickets.ts';

const shownTickets = 3;
const shownOrders = 3;

const subjects: readonly Question[] = [
  { category: 'payment', about: null, label: null },
  { category: 'account', about: null, label: null },
  { category: 'other', about: null, label: null },
];
const subjectLabels = { payment: 'Pagamento', account: 'Minha conta', other: 'Outro assunto' } as const;

/** The most requested FAQ answers. */
const faqLinks = [
  { to: '/perguntas-frequentes?q=entrega', label: 'E se a entrega não chegar?' },
  { to: '/perguntas-frequentes?q=saque', label: 'Quando posso sacar o que vendi?' },
  { to: '/perguntas-frequentes?q=reembolso', label: 'Como funciona o reembolso?' },
];

export interface SupportHomeProps {
  tickets: OwnTickets;
  onOpen: (ticketId: number) => void;
  onList: () => void;
  onAsk: (question: Question) => void;
}

/** Self-service first, then existing conversations, then a new question. */
export function SupportHome({ tickets, onOpen, onList, onAsk }: SupportHomeProps) {
  const { user } = useSession();
  const orders = useLastOrders();
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto overscroll-contain p-4">
      <div className="flex flex-col gap-1">
        <p className="text-h2 wrap-anywhere">Oi, {breakable(user.username)}. Como podemos ajudar?</p>
        <AnswerTime tickets={tickets} />
      </div>
      <section aria-label="Sobre o que é" className="flex flex-col gap-2">
        {orders.map((order) => (
          <Subject key={order.label} onPress={() => onAsk(order)}>
            {order.label}
          </Subject>
        ))}
        {subjects.map((subject) => (
          <Subject key={subject.category} onPress={() => onAsk(subject)}>
            {subjectLabels[subject.category as keyof typeof subjectLabels]}
          </Subject>
        ))}
      </section>
      {(tickets.total > 0 || tickets.failed) && (
        <section className="flex flex-col gap-1">
          <div className="flex items-center">
            <h3 className="flex-1 text-h3">Suas conversas</h3>
            {tickets.total > shownTickets && (
              <Button variant="quiet" onClick={onList}>
                Ver todas
              </Button>
            )}
          </div>
          <TicketList tickets={tickets} onOpen={onOpen} limit={shownTickets} className="-mx-3" />
        </section>
      )}
      <section className="flex flex-col gap-1">
        <h3 className="text-h3">Respostas rápidas</h3>
        <ul>
          {faqLinks.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex min-h-11 items-center text-ui text-brand underline-offset-4 hover:underline"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Subject({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="flex min-h-11 items-center gap-2 rounded-md border border-border px-3.5 py-2 text-left text-ui hover:bg-surface-2"
    >
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <ChevronRight aria-hidden="true" className="size-4.5 shrink-0 text-ink-3" />
    </button>
  );
}

/** The latest purchases, offered as subjects; without them the subjects alone are shown. */
function useLastOrders(): readonly (Question & { label: string })[] {
  const [orders, setOrders] = useState<readonly (Question & { label: string })[]>([]);
  useEffect(() => {
    api(listPurchases).then(
      ({ items }) =>
        setOrders(
          items.slice(0, shownOrders).map(({ hash, code, title }) => ({
            category: 'order',
            about: { kind: 'order', hash },
            label: `Pedido ${code} · ${title}`,
          })),
        ),
      () => undefined,
    );
  }, []);
  return orders;
}
