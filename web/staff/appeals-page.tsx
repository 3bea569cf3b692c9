import { useRevalidator } from 'react-router';
import { listAppeals } from '#contract/appeals/staff-appeals.ts';
import { api } from '#web/api/api.ts';
import { orErrorStatus } from '#web/api/load.ts';
import { PageError } from '#web/pages/page-error.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import type { Route } from './+types/appeals-page';
import { AppealCard } from './appeals/appeal-card.tsx';

export const ErrorBoundary = () => <PageError title="Recursos" thing="os recursos" />;

export const clientLoader = () => orErrorStatus(api(listAppeals));

export const meta = () => [{ title: `Recursos · Painel · ${brandName}` }];

/** `/dashboard/recursos`: open appeals against decisions of others, the oldest first (N04). */
export default function AppealsPage({ loaderData: { items } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  return (
    <div className="flex flex-col gap-6 page-gutter py-6 md:py-8">
      <PageHeader
        title="Recursos"
        text="Quem recorreu de uma decisão de outra pessoa da equipe. O que você desfizer vale na hora."
      />
      {items.length === 0 ? (
        <EmptyState
          title="Nenhum recurso à espera."
          text="Quando alguém recorrer de uma decisão que não é sua, o recurso aparece aqui."
          seed="recursos"
        />
      ) : (
        <ul className="flex max-w-3xl flex-col gap-3">
          {items.map((appeal) => (
            <li key={appeal.id}>
              <AppealCard appeal={appeal} onDecided={revalidate} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
