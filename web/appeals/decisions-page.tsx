import { useRevalidator } from 'react-router';
import { listOwnDecisions } from '#contract/appeals/appeals.ts';
import { durationText } from '#domain/text/durations.ts';
import { api } from '#web/api/api.ts';
import { whenSignedIn } from '#web/api/guard.ts';
import { orErrorStatus } from '#web/api/load.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useMore } from '#web/api/use-more.ts';
import { PageError } from '#web/pages/page-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Loading, RowsSkeleton, Skeleton } from '#web/ui/page/skeleton.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import type { Route } from './+types/decisions-page';
import { DecisionCard } from './decision-card.tsx';

export const ErrorBoundary = () => <PageError title="Decisões" thing="as decisões" />;

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  whenSignedIn(request, () => orErrorStatus(api(listOwnDecisions)));

export const meta = () => [{ title: `Decisões · ${brandName}` }];

export const HydrateFallback = () => (
  <Loading name="as decisões">
    <Skeleton className="h-9 w-64" />
    <RowsSkeleton />
  </Loading>
);

/** `/conta/decisoes`: what the team decided about the person, why, and the appeal against each decision (N04). */
export default function DecisionsPage({ loaderData: first }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const { items, next, loading, problem, more } = useMore(first.next, (before) =>
    api(listOwnDecisions, { query: { before: String(before) } }),
  );
  return (
    <div className="flex flex-col gap-8 pb-10">
      <PageHeader
        title="Decisões"
        text={`O que a equipe decidiu sobre você e o que é seu. Não concorda? Recorra em até ${durationText(first.windowMs)}: outra pessoa decide em até ${durationText(first.decideMs)}.`}
      />
      {first.items.length === 0 ? (
        <EmptyState
          title="Nenhuma decisão sobre você."
          text="Se a equipe recusar, suspender ou remover algo seu, você lê aqui o motivo e pode recorrer."
          seed="decisoes"
        />
      ) : (
        <ul className="flex flex-col gap-3">
          {[...first.items, ...items].map((decision) => (
            <li key={decision.id}>
              <DecisionCard decision={decision} onAppealed={revalidate} />
            </li>
          ))}
        </ul>
      )}
      <ProblemBanner problem={problem} />
      {next !== null && (
        <Button variant="secondary" className="self-center" loading={loading} onClick={more}>
          Carregar mais
        </Button>
      )}
    </div>
  );
}
