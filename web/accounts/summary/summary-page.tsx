import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { Link } from 'react-router';
import type { Account } from '#contract/accounts/account.ts';
import { getAccount, getOwnProfile } from '#contract/accounts/account.ts';
import { getUser } from '#contract/accounts/accounts.ts';
import { listOwnListings } from '#contract/listings/own-listings.ts';
import { countOrders, listPurchases, listSales } from '#contract/orders/orders.ts';
import { listQuestions } from '#contract/community/questions.ts';
import { listPendingRatings } from '#contract/community/ratings.ts';
import { listSaleDays } from '#contract/orders/sale-days.ts';
import { getSecondFactors } from '#contract/accounts/second-factors.ts';
import { getBalances } from '#contract/ledger/statements.ts';
import type { EarlyHandle } from '#web/api/reads/early-reads.ts';
import { readOf } from '#web/api/reads/early-reads.ts';
import { api } from '#web/api/api.ts';
import { orNull } from '#web/api/load.ts';
import { whenSignedIn } from '#web/api/guard.ts';
import { useRevalidateOnUpdates } from '#web/api/revalidation.ts';
import { loadOpenOrders } from '#web/orders/lists/load-orders.ts';
import { accountLabels } from '#web/labels.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { breakable } from '#web/ui/page/dot-separated.tsx';
import { Loading, RowsSkeleton, Skeleton } from '#web/ui/page/skeleton.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import type { Route } from './+types/summary-page';
import { ProfileFacts } from '#web/accounts/public-profile/facts.tsx';
import { Deadlines } from './deadlines.tsx';
import { LevelSection } from '#web/accounts/profile/level-section.tsx';
import { MoneyCard } from './money-card.tsx';
import { OrderCounts } from './order-counts.tsx';
import { PreferencesSection } from '#web/accounts/profile/preferences-section.tsx';
import { RecentOrders } from './recent-orders.tsx';
import { SalesCard } from './sales-card.tsx';
import { SecurityCard } from './security-card.tsx';
import { securitySteps } from './security-steps.ts';
import { Shortcuts } from './shortcuts.tsx';
import { TaskList } from './task-list.tsx';
import { byDeadline, listingTasks, orderDeadlines, orderTasks, questionTasks, ratingTasks } from './tasks.ts';
import type { Task } from './tasks.ts';

export const ErrorBoundary = () => <PageError title="Sua conta" thing="sua conta" />;

/** The user counts as a call of its own, which the session shares. */
export const handle: EarlyHandle = {
  reads: () => [
    readOf(getUser),
    readOf(getBalances),
    readOf(listPurchases, { query: { page: '1', tab: 'abertas' } }),
    readOf(listSales, { query: { page: '1', tab: 'abertas' } }),
    readOf(countOrders),
    readOf(listPurchases),
    readOf(listSales),
    readOf(listSaleDays),
    readOf(listOwnListings, { query: { state: 'changes_requested' } }),
    readOf(getOwnProfile),
    readOf(getAccount),
    readOf(getSecondFactors),
    readOf(listPendingRatings),
    readOf(listQuestions, { query: { side: 'received' } }),
  ],
};

/** The user is required; any other part may fail on its own and is then shown as not loaded. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return whenSignedIn(request, async () => {
    const [
      user,
      balances,
      open,
      counts,
      purchases,
      sales,
      saleDays,
      listings,
      profile,
      account,
      factors,
      ratings,
      questions,
    ] = await Promise.all([
      api(getUser),
      orNull(api(getBalances)),
      orNull(Promise.all([loadOpenOrders('buyer'), loadOpenOrders('seller')])),
      orNull(api(countOrders)),
      orNull(api(listPurchases, { query: {} })),
      orNull(api(listSales, { query: {} })),
      orNull(api(listSaleDays)),
      orNull(api(listOwnListings, { query: { state: 'changes_requested' } })),
      orNull(api(getOwnProfile)),
      orNull(api(getAccount)),
      orNull(api(getSecondFactors)),
      orNull(api(listPendingRatings)),
      orNull(api(listQuestions, { query: { side: 'received' } })),
    ]);
    return {
      user,
      balances,
      open,
      counts,
      purchases: purchases?.items ?? null,
      sales: sales?.items ?? null,
      saleDays,
      listings: listings?.items ?? null,
      listed: listings ? Object.values(listings.counts).reduce((sum, count) => sum + count, 0) : 0,
      profile,
      account,
      factors,
      ratings: ratings?.items ?? null,
      questions,
    };
  });
}

export function meta() {
  return [{ title: `Sua conta · ${brandName}` }];
}

export function HydrateFallback() {
  return (
    <Loading name="sua conta" className="flex flex-col gap-6">
      <Skeleton className="h-7.5 w-44 md:h-9" />
      <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_320px]">
        <div>
          <Skeleton className="h-7 w-40" />
          <RowsSkeleton rows={4} />
        </div>
        <Skeleton className="h-65 rounded-lg max-xl:order-first xl:h-72" />
      </div>
    </Loading>
  );
}

/** `/conta`: tasks, deadlines and balances of the account. */
export default function SummaryPage({ loaderData }: Route.ComponentProps) {
  const {
    user,
    balances,
    open,
    counts,
    purchases,
    sales,
    saleDays,
    listings,
    listed,
    profile,
    account,
    factors,
    ratings,
    questions,
  } = loaderData;
  useRevalidateOnUpdates();
  const [buying, selling] = open ?? [];
  const tasks = tasksOf(loaderData);
  const deadlines = byDeadline([
    ...(buying ? orderDeadlines(buying.items, 'buyer', buying.now) : []),
    ...(selling ? orderDeadlines(selling.items, 'seller', selling.now) : []),
  ]);
  // Buyers without listings or sales see no sales chart.
  const sells = listed > 0 || (sales?.length ?? 0) > 0;
  const parts = [balances, open, counts, purchases, sales, saleDays, listings, account, factors, ratings];
  const failed = parts.includes(null) || questions === null;
  const hasActivity = (purchases?.length ?? 0) + (sales?.length ?? 0) + listed > 0;
  return (
    <div className="flex flex-col gap-6 pb-10">
      <PageHeader title={<>Oi, {breakable(user.username)}.</>} />
      {!user.email_verified && (
        <Banner
          tone="warning"
          action={
            <Link to="/verification" className="inline-flex min-h-11 items-center font-semibold underline">
              Confirmar e-mail
            </Link>
          }
        >
          Confirme seu e-mail para comprar, anunciar e sacar.
        </Banner>
      )}
      {account && <AccountStateNotice account={account} />}
      <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_320px] xl:grid-rows-[auto_auto_1fr] xl:gap-y-4">
        <div className="min-w-0 xl:col-start-2">
          <MoneyCard balances={balances} />
        </div>
        <div className="flex min-w-0 flex-col gap-10 xl:col-start-1 xl:row-span-2 xl:row-start-1">
          <TaskList tasks={tasks} failed={failed} newcomer={!failed && !hasActivity} />
          <Shortcuts counts={counts} questions={questions?.waiting.received ?? 0} />
          {counts && <OrderCounts counts={counts} />}
          <Deadlines deadlines={deadlines} />
          <RecentOrders title="Últimas compras" to="/conta/compras" side="buyer" rows={purchases} />
          <RecentOrders title="Últimas vendas" to="/conta/vendas" side="seller" rows={sales} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 sm:max-xl:grid sm:max-xl:grid-cols-2 xl:col-start-2 xl:row-span-2">
          {sells && <SalesCard sales={saleDays} beginner={sales?.length === 0} />}
          {account && factors && <SecurityCard steps={securitySteps(account, factors)} />}
          {profile && <ProfileFacts user={user} profile={profile} />}
        </div>
        <div className="flex min-w-0 flex-col gap-10 xl:col-start-1 xl:row-start-3 xl:pt-6">
          {account && <LevelSection account={account} />}
          <PreferencesSection />
        </div>
      </div>
    </div>
  );
}

/** All tasks of the parts that loaded. */
function tasksOf({ open, listings, ratings, questions }: Route.ComponentProps['loaderData']): Task[] {
  const [buying, selling] = open ?? [];
  return byDeadline([
    ...(buying ? orderTasks(buying.items, 'buyer', buying.now) : []),
    ...(selling ? orderTasks(selling.items, 'seller', selling.now) : []),
    ...listingTasks(listings ?? []),
    ...ratingTasks(ratings ?? []),
    ...questionTasks(questions?.items ?? [], questions?.waiting.received ?? 0),
  ]);
}

/** A notice when the account is not active. */
function AccountStateNotice({ account: { state, suspendedUntil } }: { account: Account }) {
  if (state === 'active') return null;
  const until = suspendedUntil && ` até ${formatDateTime(suspendedUntil)}`;
  return (
    <Banner
      tone="warning"
      title={`Situação da conta: ${accountLabels[state].label.toLowerCase()}${until ?? ''}`}
      action={
        state === 'closing' && (
          <Link
            to="/conta/privacidade#excluir"
            className="inline-flex min-h-11 items-center font-semibold underline"
          >
            Cancelar exclusão
          </Link>
        )
      }
    >
      {state === 'closing'
        ? 'Seus anúncios estão pausados. Você ainda pode voltar atrás.'
        : 'Você ainda vê seus pedidos, seu saldo e suas conversas. Dúvidas? Fale com o atendimento.'}
    </Banner>
  );
}
