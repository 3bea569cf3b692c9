import { Link, useSearchParams } from 'react-router';
import { getBalances, listTransactions, listWithdrawals } from '#contract/withdrawals.ts';
import { api } from '#web/api.ts';
import { whenSignedIn } from '#web/guard.ts';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Loading, RowsSkeleton, Skeleton } from '#web/ui/skeleton.tsx';
import type { Route } from './+types/transactions-page';
import { BalanceCards } from './balance-cards.tsx';
import { Statement } from './statement.tsx';
import { WithdrawSheet } from './withdraw-sheet.tsx';
import { OwnWithdrawals } from './own-withdrawals.tsx';

export { PageError as ErrorBoundary } from '#web/institutional/page-error.tsx';

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const before = new URL(request.url).searchParams.get('antes');
  return whenSignedIn(request, async () => {
    const query = before && /^[1-9]\d{0,15}$/.test(before) ? { before } : {};
    const [balances, statement, withdrawals] = await Promise.all([
      api(getBalances),
      api(listTransactions, { query }),
      api(listWithdrawals),
    ]);
    return { balances, statement, withdrawals: withdrawals.items, older: before !== null };
  });
}

export function meta() {
  return [{ title: 'Transações · Praça' }];
}

export function HydrateFallback() {
  return (
    <Loading name="suas transações">
      <Skeleton className="h-9 w-48" />
      <div className="mt-6 grid gap-4 md:grid-cols-3">
        <Skeleton className="h-32 rounded-lg" />
        <Skeleton className="h-32 rounded-lg" />
        <Skeleton className="h-32 rounded-lg" />
      </div>
      <div className="mt-10">
        <RowsSkeleton />
      </div>
    </Loading>
  );
}

/** `/conta/transacoes`: every centavo explained. «Sacar» opens by `?sacar=1`, so it can be linked to. */
export default function TransactionsPage({ loaderData }: Route.ComponentProps) {
  const { balances, statement, withdrawals, older } = loaderData;
  const [query, setQuery] = useSearchParams();
  const setWithdrawing = (open: boolean) =>
    setQuery(
      (old) => {
        const next = new URLSearchParams(old);
        if (open) next.set('sacar', '1');
        else next.delete('sacar');
        return next;
      },
      { preventScrollReset: true, replace: !open },
    );
  const { minCents } = balances.withdrawal;
  return (
    <div className="flex flex-col gap-10 pb-10">
      <div className="flex flex-col gap-6">
        <PageHeader
          title="Transações"
          actions={
            <Button
              disabledReason={balances.availableCents < minCents ? reasonNotTo(balances) : undefined}
              onClick={() => setWithdrawing(true)}
            >
              Sacar
            </Button>
          }
        />
        <BalanceCards balances={balances} />
      </div>
      <Section title="Extrato do saldo disponível">
        <Statement lines={statement.items} />
        {(older || statement.next) && (
          <nav aria-label="Páginas do extrato" className="flex justify-between gap-4">
            {older ? <PageLink to="?">Mais recentes</PageLink> : <span />}
            {statement.next && <PageLink to={`?antes=${statement.next}`}>Mais antigas</PageLink>}
          </nav>
        )}
      </Section>
      {withdrawals.length > 0 && (
        <Section title="Saques">
          <OwnWithdrawals withdrawals={withdrawals} />
        </Section>
      )}
      {query.get('sacar') === '1' && (
        <WithdrawSheet balances={balances} onClose={() => setWithdrawing(false)} />
      )}
    </div>
  );
}

function PageLink({ to, children }: { to: string; children: string }) {
  return (
    <Button asChild variant="secondary">
      <Link to={to}>{children}</Link>
    </Button>
  );
}

function reasonNotTo({ availableCents }: Route.ComponentProps['loaderData']['balances']): string {
  return availableCents === 0
    ? 'Você ainda não tem saldo disponível.'
    : 'Seu saldo disponível está abaixo do mínimo para saque.';
}
