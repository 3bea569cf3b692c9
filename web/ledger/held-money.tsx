import { ChevronDown } from '#web/ui/icons/icons.tsx';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { listHeldMoney } from '#contract/ledger/statements.ts';
import type { HeldAccount } from '#domain/ledger/held-money.ts';
import { api, ApiError } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { AskSupport } from '#web/tickets/ask-support.tsx';
import type { SupportRequest } from '#web/tickets/open-support.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCents, formatCount, formatDate, formatTime } from '#web/ui/data/formats.ts';
import type { Balances } from './balance-cards.tsx';
import { explainHeld, heldAccountLabels } from './held-texts.ts';
import type { HeldLine } from './held-texts.ts';
import { groupByDay } from './statement-days.ts';

export type HeldPage = Reply<typeof listHeldMoney>;
export type HeldPages = readonly { account: HeldAccount; page: HeldPage | null }[];

/** «Por que está retido?»: each account that holds money, with every case, its rule and its date (N01). */
export function HeldMoney({ pages, held }: { pages: HeldPages; held: Balances['held'] }) {
  if (pages.length === 0) return null;
  return (
    <section aria-labelledby="retido" className="flex flex-col gap-3">
      <h2 id="retido" className="text-h2">
        Por que está retido?
      </h2>
      <div className="divide-y divide-border border-y border-border">
        {pages.map(({ account, page }) => (
          <Account key={account} account={account} first={page} held={held[account]} />
        ))}
      </div>
    </section>
  );
}

interface AccountProps {
  account: HeldAccount;
  first: HeldPage | null;
  held: { cents: number; count: number };
}

function Account({ account, first, held }: AccountProps) {
  const { items, next, now, loading, problem, more: loadMore } = usePages(account, first);
  return (
    <details className="group/account">
      <summary className="flex min-h-14 list-none items-center gap-3 rounded-sm py-3.5 [&::-webkit-details-marker]:hidden">
        <h3 className="min-w-0 flex-1 text-ui font-semibold">{heldAccountLabels[account]}</h3>
        <span className="shrink-0 text-right text-sm text-ink-2 tabular-nums">
          <b className="block font-semibold text-ink">{formatCents(held.cents)}</b>
          {formatCount(held.count, 'valor', 'valores')}
        </span>
        <ChevronDown
          aria-hidden="true"
          className="shrink-0 text-ink-3 transition-transform duration-hover group-open/account:rotate-180"
        />
      </summary>
      <ol className="flex flex-col gap-4 pb-5">
        {groupByDay(
          items.map((line) => ({ ...line, at: line.until })),
          formatDate,
        ).map((day) => (
          <li key={day.label}>
            <p className="flex justify-between gap-4 text-sm font-semibold text-ink tabular-nums">
              {day.label}
              <span>{formatCents(day.lines.reduce((sum, { amountCents }) => sum + amountCents, 0))}</span>
            </p>
            <ul className="mt-1 flex flex-col">
              {day.lines.map((line) => (
                <HeldCase key={line.id} line={line} now={now} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
      <ProblemBanner problem={problem} />
      {(next !== null || first === null) && (
        <Button variant="secondary" loading={loading} className="mb-5" onClick={() => void loadMore()}>
          {first === null && items.length === 0
            ? 'Tentar de novo'
            : `Carregar mais (${items.length} de ${held.count})`}
        </Button>
      )}
    </details>
  );
}

/**
 * One case: collapsed, its reason, date and amount; expanded, the rule, what happens at the date, and what would
 * release it sooner.
 */
function HeldCase({ line, now }: { line: HeldLine; now: string }) {
  const { why, atDate, sooner } = explainHeld(line, now);
  const title = line.order?.title ?? `Saque de ${formatCents(line.amountCents)}`;
  return (
    <li>
      <details className="group/line">
        <summary className="flex min-h-11 list-none items-center gap-3 rounded-sm text-sm hover:underline [&::-webkit-details-marker]:hidden">
          <span className="shrink-0 text-ink-3 tabular-nums">{formatTime(line.until)}</span>
          <span className="min-w-0 flex-1 truncate">{title}</span>
          <span className="shrink-0 tabular-nums">{formatCents(line.amountCents)}</span>
          <ChevronDown
            aria-hidden="true"
            className="size-4 shrink-0 text-ink-3 transition-transform duration-hover group-open/line:rotate-180"
          />
        </summary>
        <div className="mt-1 mb-3 flex max-w-measure flex-col gap-2 rounded-lg bg-surface-2 p-4 text-sm">
          <dl className="flex flex-col gap-2">
            <Fact term="Por quê">{why}</Fact>
            <Fact term="Até quando">{atDate}</Fact>
            <Fact term="Como antecipar">{sooner}</Fact>
          </dl>
          <div className="flex flex-wrap items-center gap-x-1">
            {line.order && (
              <Link
                to={`/pedido/${line.order.hash}`}
                className="inline-flex min-h-11 items-center font-semibold text-brand hover:underline"
              >
                Ver pedido {line.order.code}
              </Link>
            )}
            <AskSupport className={line.order ? undefined : '-ml-4'} request={appealRequest(line)}>
              Contestar a retenção
            </AskSupport>
          </div>
        </div>
      </details>
    </li>
  );
}

/** N01: a person who disagrees with the reason writes to the staff responsible for money, with the case attached. */
function appealRequest({ id, amountCents, order }: HeldLine): SupportRequest {
  return order
    ? { category: 'payment', about: { kind: 'order', hash: order.hash }, label: `Pedido ${order.code}` }
    : {
        category: 'withdrawal',
        about: { kind: 'withdrawal', id },
        label: `Saque de ${formatCents(amountCents)}`,
      };
}

function Fact({ term, children }: { term: string; children: string }) {
  return (
    <div>
      <dt className="font-semibold text-ink">{term}</dt>
      <dd className="text-ink-2">{children}</dd>
    </div>
  );
}

function usePages(account: HeldAccount, first: HeldPage | null) {
  // Stored with the first page they follow, so that reloading that page starts over.
  const [laterPages, setLaterPages] = useState<{ first: HeldPage | null; pages: HeldPage[] }>({
    first,
    pages: [],
  });
  const [loading, setLoading] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const pages = [...(first ? [first] : []), ...(laterPages.first === first ? laterPages.pages : [])];
  const last = pages.at(-1);

  async function more(): Promise<void> {
    setLoading(true);
    setProblem(null);
    try {
      const query = last?.next ? { after: last.next } : {};
      const page = await api(listHeldMoney, { params: { account }, query, interactive: true });
      setLaterPages({ first, pages: [...pages.slice(first ? 1 : 0), page] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    } finally {
      setLoading(false);
    }
  }

  return {
    items: pages.flatMap(({ items }) => items),
    next: last?.next ?? null,
    now: last?.now ?? '',
    loading,
    problem,
    more,
  };
}
