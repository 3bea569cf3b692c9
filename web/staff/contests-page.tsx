import { Link, useRevalidator } from 'react-router';
import { listContests } from '#contract/accounts/counting-contests.ts';
import { api } from '#web/api/api.ts';
import { orErrorStatus } from '#web/api/load.ts';
import { PageError } from '#web/pages/page-error.tsx';
import { Breadcrumb } from '#web/ui/page/breadcrumb.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import type { Route } from './+types/contests-page';
import { ContestCard } from './people/contest-card.tsx';

export const ErrorBoundary = () => <PageError title="Contestações" thing="as contestações" />;

export const clientLoader = () => orErrorStatus(api(listContests));

export const meta = () => [{ title: `Contestações · Painel · ${brandName}` }];

/** `/dashboard/usuarios/contestacoes`: how contested sales count for the level of their sellers (§4.13). */
export default function ContestsPage({ loaderData: { items } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  return (
    <div className="flex flex-col gap-6 page-gutter py-6 md:py-8">
      <PageHeader
        title="Contestações"
        above={
          <Breadcrumb
            links={[
              <Link key="usuarios" to="/dashboard/usuarios">
                Usuários
              </Link>,
            ]}
            current="Contestações"
          />
        }
        text="Vendas que contam contra o nível de quem vendeu, e o que a pessoa diz delas. O que você decidir vale na hora."
      />
      {items.length === 0 ? (
        <EmptyState
          title="Nenhuma contestação à espera."
          text="Quando alguém contestar uma venda, ela aparece aqui."
          seed="contestacoes"
        />
      ) : (
        <ul className="flex max-w-3xl flex-col gap-3">
          {items.map((contest) => (
            <li key={contest.id}>
              <ContestCard contest={contest} onDecided={revalidate} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
