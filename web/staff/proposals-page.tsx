import { listProposals } from '#contract/staff/proposals.ts';
import type { Proposal } from '#contract/staff/proposals.ts';
import { PageError } from '#web/pages/page-error.tsx';
import { api } from '#web/api/api.ts';
import { orErrorStatus } from '#web/api/load.ts';
import { brandName } from '#web/ui/theme/brand.ts';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import type { Route } from './+types/proposals-page';
import { ProposalCard } from './proposals/proposal-card.tsx';

export const ErrorBoundary = () => <PageError title="Mudanças" thing="as mudanças" />;

export function clientLoader() {
  return orErrorStatus(api(listProposals));
}

export function meta() {
  return [{ title: `Mudanças · Painel · ${brandName}` }];
}

/** `/dashboard/mudancas`: changes awaiting a second person, and the latest closed ones (decision 74). */
export default function ProposalsPage({ loaderData: { pending, closed } }: Route.ComponentProps) {
  return (
    <div className="flex flex-col gap-6 page-gutter py-6 md:py-8">
      <PageHeader
        title="Mudanças"
        text="Limites, segurança, papéis e credenciais mudam com duas pessoas. Com um só admin, mudam depois de uma espera."
      />
      <section className="flex max-w-3xl flex-col gap-3" aria-labelledby="a-espera">
        <h2 id="a-espera" className="text-h2">
          À espera
        </h2>
        {pending.length === 0 ? (
          <EmptyState
            title="Nenhuma mudança à espera."
            text="O que alguém propuser aparece aqui."
            seed="mudancas"
          />
        ) : (
          <Cards proposals={pending} />
        )}
      </section>
      {closed.length > 0 && (
        <section className="flex max-w-3xl flex-col gap-3" aria-labelledby="encerradas">
          <h2 id="encerradas" className="text-h2">
            Encerradas
          </h2>
          <Cards proposals={closed} />
        </section>
      )}
    </div>
  );
}

function Cards({ proposals }: { proposals: readonly Proposal[] }) {
  return (
    <ul className="flex flex-col gap-3">
      {proposals.map((proposal) => (
        <ProposalCard key={proposal.id} proposal={proposal} />
      ))}
    </ul>
  );
}
