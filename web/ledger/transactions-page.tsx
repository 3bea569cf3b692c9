import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { Suspense } from 'react';
import { Link, useNavigation, useSearchParams } from 'react-router';
import type { LinkProps } from 'react-router';
import { getBalances, listHeldMoney, listTransactions } from '#contract/ledger/statements.ts';
import { listWithdrawals, withdrawalsPerPage } from '#contract/withdrawals/withdrawals.ts';
import { heldAccounts } from '#domain/ledger/held-money.ts';
import type { EarlyHandle } from '#web/api/reads/early-reads.ts';
import { readOf } from '#web/api/reads/early-reads.ts';
import { api } from '#web/api/api.ts';
import { whenSignedIn } from '#web/api/guard.ts';
import { useSettings } from '#web/settings/site-settings.ts';
import { orNull } from '#web/api/load.ts';
import { loadNumberedPage, pageFromAddress } from '#web/navigation/numbered-page.ts';
import { dayOf } from '#web/navigation/period.ts';
import { useRevalidateOnUpdates } from '#web/api/revalidation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Section } from '#web/ui/cards/card.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Pagination } from '#web/ui/page/pagination.tsx';
import { Loading, RowsSkeleton, Skeleton } from '#web/ui/page/skeleton.tsx';
import { LoadFailure } from '#web/api/load-failure.tsx';
import type { Route } from './+types/transactions-page';
import { BalanceCards, withdrawableOf } from './balance-cards.tsx';
import type { Balances } from './balance-cards.tsx';
import { HeldMoney } from './held-money.tsx';
import type { HeldPages } from './held-money.tsx';
import { StatementFilters } from './statement-filters.tsx';
import { isFiltered, queryOf, readChoice } from './statement-query.ts';
import { Statement, StatementSums } from './statement.tsx';
import { missingText } from '#web/withdrawals/requirement-names.ts';
import { OwnWithdrawals } from '#web/withdrawals/own-withdrawals.tsx';

// Opened by few visits, so it loads when it is.
const WithdrawSheet = lazyPart(() =>
  import('#web/withdrawals/withdraw-sheet.tsx').then((module) => ({ default: module.WithdrawSheet })),
);

export const ErrorBoundary = () => <PageError title="Transações" thing="suas transações" />;

export const handle: EarlyHandle = {
  reads: ({ search }) => [
    readOf(getBalances),
    readOf(listWithdrawals, { query: { page: String(pageFromAddress(search, 'saques')) } }),
  ],
};

/** Balances, statement and withdrawals load independently, so that a failure of one leaves the others. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams;
  const choice = readChoice(search);
  return whenSignedIn(request, async () => {
    const [balances, withdrawals] = await Promise.all([
      orNull(api(getBalances)),
      orNull(
        loadNumberedPage(pageFromAddress(search, 'saques'), withdrawalsPerPage, (page) =>
          api(listWithdrawals, { query: { page } }),
        ),
      ),
    ]);
    // Without a server time the browser's clock says which day it is.
    const now = balances?.now ?? new Date().toISOString();
    const today = dayOf(now);
    const [statement, held] = await Promise.all([
      orNull(api(listTransactions, { query: queryOf(choice, today) })),
      balances && loadHeld(balances),
    ]);
    return { balances, statement, held, choice, now, today, withdrawals };
  });
}

/** The held money's explanations; one that fails to load is shown with a retry button. */
function loadHeld({ held }: Balances): Promise<HeldPages> {
  return Promise.all(
    heldAccounts
      .filter((account) => held[account].count > 0)
      .map(async (account) => ({
        account,
        page: await orNull(api(listHeldMoney, { params: { account }, query: {} })),
      })),
  );
}

export function meta() {
  return [{ title: `Transações · ${brandName}` }];
}

export function HydrateFallback() {
  return (
    <Loading name="suas transações">
      <Skeleton className="h-7.5 w-36 md:h-9" />
      <Skeleton className="mt-2 h-6 w-full max-w-sm" />
      <Skeleton className="mt-3 h-11 w-20 md:hidden" />
      <div className="mt-6 grid gap-3 sm:max-lg:grid-cols-2 sm:max-lg:*:first:col-span-2 md:gap-4 lg:grid-cols-3">
        <Skeleton className="h-30 rounded-lg md:h-32" />
        <Skeleton className="h-30 rounded-lg md:h-32" />
        <Skeleton className="h-30 rounded-lg md:h-32" />
      </div>
      <div className="mt-10">
        <RowsSkeleton />
      </div>
    </Loading>
  );
}

/** `/conta/transacoes`: balances and statement. «Sacar» opens with `?sacar=1`, so that it can be linked to. */
export default function TransactionsPage({ loaderData }: Route.ComponentProps) {
  const { balances, statement, held, choice, now, today, withdrawals } = loaderData;
  const [query, setQuery] = useSearchParams();
  useRevalidateOnUpdates();
  const refreshing = useNavigation().location?.pathname === '/conta/transacoes';
  const setWithdrawing = (open: boolean) =>
    setQuery(
      (current) => {
        const next = new URLSearchParams(current);
        if (open) next.set('sacar', '1');
        else next.delete('sacar');
        return next;
      },
      { preventScrollReset: true, replace: !open },
    );
  const settings = useSettings();
  return (
    <div className="flex flex-col gap-10 pb-10">
      <div className="flex flex-col gap-6">
        <PageHeader
          title="Transações"
          text={settings && `Os valores ficam guardados no ${settings.institution}.`}
          actions={
            <Button disabledReason={disabledReason(balances)} onClick={() => setWithdrawing(true)}>
              Sacar
            </Button>
          }
        />
        {balances ? <BalanceCards balances={balances} /> : <LoadFailure thing="seu saldo" />}
        {balances && balances.withdrawal.missing.length > 0 && withdrawableOf(balances) > 0 && (
          <p className="text-sm text-ink-2">{missingText(balances.withdrawal.missing)}</p>
        )}
      </div>
      {balances && held && <HeldMoney pages={held} held={balances.held} />}
      <Section title="Extrato">
        <StatementFilters balances={balances} today={today} />
        {statement ? (
          <StatementPage statement={statement} choice={choice} refreshing={refreshing} />
        ) : (
          <LoadFailure thing="o extrato" />
        )}
      </Section>
      {withdrawals === null && (
        <Section title="Saques">
          <LoadFailure thing="seus saques" />
        </Section>
      )}
      {withdrawals && withdrawals.total > 0 && (
        <Section title="Saques">
          <OwnWithdrawals withdrawals={withdrawals.items} now={now} />
          <Pagination
            page={withdrawals.page}
            pages={Math.ceil(withdrawals.total / withdrawalsPerPage)}
            linkTo={withdrawalPage}
          />
        </Section>
      )}
      {balances && query.get('sacar') === '1' && (
        <Suspense>
          <WithdrawSheet balances={balances} onClose={() => setWithdrawing(false)} />
        </Suspense>
      )}
    </div>
  );
}

interface StatementPageProps extends Pick<Route.ComponentProps['loaderData'], 'choice'> {
  statement: NonNullable<Route.ComponentProps['loaderData']['statement']>;
  refreshing: boolean;
}

/** The lines of the current page, with links to the previous and next pages. */
function StatementPage({ statement: { items, totals, next }, choice, refreshing }: StatementPageProps) {
  return (
    <>
      {totals && totals.count > 0 && <StatementSums totals={totals} />}
      <Statement lines={items} filtered={isFiltered(choice)} refreshing={refreshing} />
      {(choice.before || next) && (
        <nav aria-label="Páginas do extrato" className="flex justify-between gap-4">
          {choice.before ? (
            <Button asChild variant="secondary">
              <PageLink to={{ antes: '' }}>Mais recentes</PageLink>
            </Button>
          ) : (
            <span />
          )}
          {next && (
            <Button asChild variant="secondary">
              <PageLink to={{ antes: String(next) }}>Mais antigos</PageLink>
            </Button>
          )}
        </nav>
      )}
    </>
  );
}

/** Links to another page of one list at the same address without scrolling. */
function PageLink({ to, ...link }: { to: Record<string, string> } & Omit<LinkProps, 'to'>) {
  const [search] = useSearchParams();
  const next = new URLSearchParams(search);
  for (const [key, value] of Object.entries(to))
    if (value === '') next.delete(key);
    else next.set(key, value);
  return <Link {...link} to={`?${next}`} preventScrollReset />;
}

const withdrawalPage = (page: number) => <PageLink to={{ saques: page === 1 ? '' : String(page) }} />;

function disabledReason(balances: Route.ComponentProps['loaderData']['balances']): string | undefined {
  if (!balances) return 'Não sabemos agora quanto há para sacar. Tente de novo em instantes.';
  if (withdrawableOf(balances) >= balances.withdrawal.minCents) return undefined;
  return withdrawableOf(balances) === 0
    ? 'Você ainda não tem saldo disponível.'
    : 'Seu saldo disponível está abaixo do mínimo para saque.';
}
