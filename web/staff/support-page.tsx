import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useRevalidator, useSearchParams } from 'react-router';
import { listMacros } from '#contract/tickets/macros.ts';
import { deskViews, listColleagues, listDesk } from '#contract/tickets/staff-tickets.ts';

import { supportDeskChannel, ticketEvent } from '#domain/notifications/channels.ts';
import { ticketQueues } from '#domain/tickets/tickets.ts';
import { api } from '#web/api/api.ts';
import { joinedEvent, useChannel } from '#web/live/realtime-connection.ts';
import { orNull } from '#web/api/load.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { Loading, RowsSkeleton } from '#web/ui/page/skeleton.tsx';
import { whenIdle } from '#web/ui/page/when-idle.ts';
import { LoadFailure } from '#web/api/load-failure.tsx';
import { queueLabels } from '#web/tickets/ticket-labels.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import type { Route } from './+types/support-page';
import { QueueSteps } from './queue/queue-foot.tsx';
import { loadQueue } from './queue/queue-page.ts';
import { useShortcuts } from './shell/use-shortcuts.ts';
import type { DeskConversationProps } from './support/desk-conversation.tsx';
import { DeskList } from './support/desk-list.tsx';
import { DeskQueues, viewLabels } from './support/desk-queues.tsx';
import { DeskRatings } from './support/desk-ratings.tsx';

const loadConversation = async () => ({
  default: (await import('./support/desk-conversation.tsx')).DeskConversation,
});
const DeskConversation = lazyPart(loadConversation);
const preloadConversation = () => void loadConversation().catch(() => undefined);

function OpenTicket(props: DeskConversationProps) {
  const loading = (
    <Loading name="a conversa" className="p-4">
      <RowsSkeleton rows={6} />
    </Loading>
  );
  return (
    <Suspense fallback={loading}>
      <DeskConversation {...props} />
    </Suspense>
  );
}

export const ErrorBoundary = () => <PageError title="Atendimento" thing="o atendimento" />;

/** The list of the address; the page itself loads the open ticket. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url);
  const view = oneOf(deskViews, searchParams.get('fila')) ?? 'new';
  const queue = oneOf(ticketQueues, searchParams.get('setor'));
  const [page, colleagues, macros] = await Promise.all([
    loadQueue(searchParams, (position) => api(listDesk, { query: { view, queue, ...position } })),
    orNull(api(listColleagues)),
    orNull(api(listMacros)),
  ]);
  const missing = [!colleagues && 'os colegas', !macros && 'as respostas prontas']
    .filter(Boolean)
    .join(' e ');
  return { page, view, queue, colleagues: colleagues?.items ?? [], macros: macros?.items ?? [], missing };
}

function oneOf<T extends string>(known: readonly T[], given: string | null): T | undefined {
  return known.find((each) => each === given);
}

export function meta() {
  return [{ title: `Atendimento · Painel · ${brandName}` }];
}

/** `/dashboard/suporte`: queues, ticket list, conversation and customer. One pane at a time on phones. */
export default function SupportPage({ loaderData }: Route.ComponentProps) {
  const { page, view, queue, colleagues, macros, missing } = loaderData;
  const { items, views, queues, ratings } = page;
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const requested = Number(search.get('id'));
  const chosen = Number.isInteger(requested) && requested > 0 ? requested : null;
  const { hasUpdates, refresh, ...hoverProps } = useListUpdates();

  const lists = { view, queue, views, queues, ratings };
  const address = (id: number | null) => {
    const next = new URLSearchParams(search);
    if (id === null) next.delete('id');
    else next.set('id', String(id));
    return `?${next}`;
  };
  const step = (by: number) => {
    const here = items.findIndex(({ id }) => id === chosen);
    const next = items[here + by];
    if (next) void navigate(address(next.id), { replace: true, preventScrollReset: true });
  };
  useShortcuts({ j: () => step(1), k: () => step(-1) });

  return (
    <div
      className={cn(
        'grid h-[calc(100dvh-56px)] min-h-0 [body:has([data-notices])_&]:border-t [body:has([data-notices])_&]:h-[calc(100dvh-56px-var(--notice-shelf-height))] grid-cols-[minmax(0,1fr)]',
        'md:grid-cols-[260px_minmax(0,1fr)] lg:grid-cols-[280px_minmax(0,1fr)] xl:grid-cols-[200px_300px_minmax(0,1fr)]',
      )}
    >
      <h1 className="sr-only">Atendimento</h1>
      <DeskQueues {...lists} className="max-xl:hidden" />
      <section
        aria-label="Conversas"
        {...hoverProps}
        className={cn('flex min-h-0 flex-col border-r border-border', chosen !== null && 'max-md:hidden')}
      >
        <DeskQueues singleRow {...lists} className="xl:hidden" />
        <div className="flex min-h-12 items-center gap-2 border-b border-border px-4 max-xl:hidden">
          <h2 className="flex-1 text-ui font-semibold">
            {viewLabels[view]}
            {queue && ` · ${queueLabels[queue]}`}
          </h2>
        </div>
        {missing && <LoadFailure thing={missing} className="m-2 shrink-0" />}
        {hasUpdates && (
          <Button variant="quiet" size="sm" className="m-2 self-center" onClick={refresh}>
            Mostrar novidades
          </Button>
        )}
        <DeskList items={items} chosen={chosen} address={address} view={view} />
        <QueueSteps page={page} className="border-t border-border p-3" />
        <DeskRatings
          ratings={ratings}
          className="mt-auto flex flex-col gap-1 border-t border-border p-4 xl:hidden"
        />
      </section>
      {chosen === null ? (
        <NoTicketOpen isEmpty={items.length === 0} />
      ) : (
        <OpenTicket
          key={chosen}
          ticketId={chosen}
          colleagues={colleagues}
          macros={macros}
          back={<Link to={address(null)} aria-label="Voltar para a lista" />}
          onChanged={refresh}
        />
      )}
    </div>
  );
}

function NoTicketOpen({ isEmpty }: { isEmpty: boolean }) {
  useEffect(() => whenIdle(preloadConversation), []);
  return (
    <EmptyState
      title={isEmpty ? 'Nenhuma conversa nesta fila.' : 'Escolha uma conversa.'}
      text={isEmpty ? 'Fila vazia. Bom trabalho.' : 'Use J e K para andar pela lista.'}
      seed="atendimento"
      className="max-md:hidden"
    />
  );
}

const batchDelayMs = 300;

/** Reloads on events; while the pointer is over the list it does not move, and a button applies the update. */
function useListUpdates() {
  const { revalidate } = useRevalidator();
  const [hasUpdates, setHasUpdates] = useState(false);
  const isHovered = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refresh = useCallback(() => {
    setHasUpdates(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void revalidate(), batchDelayMs);
  }, [revalidate]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onEvent = () => (isHovered.current ? setHasUpdates(true) : refresh());
  useChannel(supportDeskChannel, { [ticketEvent]: onEvent, [joinedEvent]: onEvent });
  return {
    hasUpdates,
    refresh,
    onPointerEnter: () => void (isHovered.current = true),
    onPointerLeave: () => {
      isHovered.current = false;
      if (hasUpdates) refresh();
    },
  };
}
