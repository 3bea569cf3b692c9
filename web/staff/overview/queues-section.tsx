import { Banknote, ClipboardCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useRevalidator } from 'react-router';
import { listReviews } from '#contract/reviews.ts';
import { listStaffWithdrawals } from '#contract/withdrawals.ts';
import { api, ApiError } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatCents, formatCount, formatDateTime, formatNumber } from '#web/ui/formats.ts';
import { ageWords } from '../queue-age.ts';

interface Waiting {
  path: string;
  label: string;
  since: string;
}

interface Queue {
  count: number;
  /** Newest last: the first waits longest. */
  items: Waiting[];
}

/** A queue that fails, fails alone. */
export async function loadQueues() {
  const [reviews, withdrawals] = await Promise.all([
    alone(
      api(listReviews).then(({ items, total }) => ({
        count: total,
        items: items.map((item) => ({
          path: `/dashboard/revisao?id=${item.id}`,
          label: item.title,
          since: item.submittedAt,
        })),
      })),
    ),
    alone(
      api(listStaffWithdrawals, { query: {} }).then(({ items, counts }) => ({
        count: counts.pendentes,
        items: items.map((item) => ({
          path: `/dashboard/saques?id=${item.id}`,
          label: `${formatCents(item.amountCents)} para @${item.user.username}`,
          since: item.createdAt,
        })),
      })),
    ),
  ]);
  return { reviews, withdrawals };
}

/** What waits, since when, and one button to the thing that waits longest. */
export function QueuesSection({ loaded }: { loaded: Awaited<ReturnType<typeof loadQueues>> }) {
  const { reviews, withdrawals } = loaded;
  const all = [...(reviews?.items ?? []), ...(withdrawals?.items ?? [])];
  const oldest = all.toSorted((a, b) => a.since.localeCompare(b.since))[0];
  const failed = reviews === null || withdrawals === null;
  return (
    <div className="flex flex-col gap-6">
      {oldest && (
        <p className="flex flex-wrap items-center justify-between gap-3 text-body text-ink-2">
          {`O mais antigo espera desde ${formatDateTime(oldest.since)}: ${oldest.label}.`}
          <Button asChild>
            <Link to={oldest.path}>Resolver o mais antigo</Link>
          </Button>
        </p>
      )}
      {all.length === 0 && !failed && (
        <EmptyState
          title="Filas vazias. Bom trabalho."
          text="Anúncios novos e pedidos de saque aparecem aqui assim que chegam."
          seed="fila vazia"
        />
      )}
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        <QueueCard
          title="Revisão"
          to="/dashboard/revisao"
          icon={<ClipboardCheck aria-hidden="true" />}
          queue={reviews}
        />
        <QueueCard
          title="Saques"
          to="/dashboard/saques"
          icon={<Banknote aria-hidden="true" />}
          queue={withdrawals}
        />
      </div>
    </div>
  );
}

function QueueCard({
  title,
  to,
  icon,
  queue,
}: {
  title: string;
  to: string;
  icon: ReactNode;
  queue: Queue | null;
}) {
  const { revalidate, state } = useRevalidator();
  const oldest = queue?.items[0];
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex items-center gap-3">
        <span className="flex size-10 items-center justify-center rounded-md bg-brand-soft text-on-brand-soft">
          {icon}
        </span>
        <h2 className="flex-1 text-h3">{title}</h2>
        <p className="text-price-xl">
          <span className="sr-only">
            {queue ? formatCount(queue.count, 'item na fila', 'itens na fila') : 'Sem número'}
          </span>
          <span aria-hidden="true">{queue ? formatNumber(queue.count) : '—'}</span>
        </p>
      </div>
      {queue === null ? (
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
          Não carregou.
          <Button variant="quiet" loading={state === 'loading'} onClick={() => void revalidate()}>
            Tentar de novo
          </Button>
        </p>
      ) : (
        <ul className="-mx-2 flex flex-col">
          {queue.items.slice(0, 3).map((item) => (
            <li key={item.path}>
              <Link
                to={item.path}
                className="flex min-h-11 items-center gap-3 rounded-sm px-2 py-1.5 text-sm -outline-offset-2 hover:bg-surface-2"
              >
                <span className="line-clamp-2 min-w-0 flex-1">{item.label}</span>
                <span className="shrink-0 text-ink-3 tabular-nums">{ageWords(item.since)}</span>
              </Link>
            </li>
          ))}
          {!oldest && <li className="px-2 text-sm text-ink-2">Nada esperando agora.</li>}
        </ul>
      )}
      <Link
        to={to}
        className="mt-auto inline-flex min-h-11 items-center self-start text-ui font-semibold text-brand hover:underline"
      >
        {`Abrir ${title.toLowerCase()}`}
      </Link>
    </Card>
  );
}

async function alone(work: Promise<Queue>): Promise<Queue | null> {
  return work.catch((error: unknown) => {
    if (error instanceof ApiError && error.code !== 'unauthenticated') return null;
    throw error;
  });
}
