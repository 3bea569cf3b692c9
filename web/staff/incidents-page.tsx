import { Link, useRevalidator } from 'react-router';
import { listStaffIncidents } from '#contract/incidents/incidents.ts';
import { api } from '#web/api/api.ts';
import { orErrorStatus } from '#web/api/load.ts';
import { PageError } from '#web/pages/page-error.tsx';
import { Section } from '#web/ui/cards/card.tsx';
import { Breadcrumb } from '#web/ui/page/breadcrumb.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import type { Route } from './+types/incidents-page';
import { DeclareIncident } from './incidents/declare-incident.tsx';
import { IncidentCard } from './incidents/incident-card.tsx';

export const ErrorBoundary = () => <PageError title="Falhas nossas" thing="as falhas nossas" />;

export const clientLoader = () => orErrorStatus(api(listStaffIncidents));

export const meta = () => [{ title: `Falhas nossas · Painel · ${brandName}` }];

/** `/dashboard/falhas`: declared outages of ours, which move the deadlines that ran meanwhile (N14). */
export default function IncidentsPage({ loaderData }: Route.ComponentProps) {
  const { items, mayDeclare, earliestStart } = loaderData;
  const { revalidate } = useRevalidator();
  const isOpen = items.some(({ endsAt }) => endsAt === null);
  return (
    <div className="flex flex-col gap-8 page-gutter py-6 md:py-8">
      <PageHeader
        title="Falhas nossas"
        above={
          <Breadcrumb
            links={[
              <Link key="pedidos" to="/dashboard/pedidos">
                Pedidos
              </Link>,
            ]}
            current="Falhas nossas"
          />
        }
        text="Enquanto uma falha dura, nenhum prazo acaba. No fim, cada prazo que corria é adiado exatamente pelo tempo em que ficou parado."
      />
      {!isOpen && (
        <DeclareIncident mayDeclare={mayDeclare} earliestStart={earliestStart} onDone={revalidate} />
      )}
      <Section title="Registradas">
        {items.length === 0 ? (
          <EmptyState
            title="Nenhuma falha registrada."
            text="Se o site parar, registre aqui: ninguém perde prazo por culpa nossa."
            seed="falhas"
          />
        ) : (
          <ul className="flex max-w-3xl flex-col gap-3">
            {items.map((incident) => (
              <li key={incident.id}>
                <IncidentCard incident={incident} mayEnd={mayDeclare} onEnded={revalidate} />
              </li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}
