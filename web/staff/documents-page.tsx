import { Link, useRevalidator } from 'react-router';
import { listDocumentChecks } from '#contract/accounts/document-checks.ts';
import { api } from '#web/api/api.ts';
import { orErrorStatus } from '#web/api/load.ts';
import { PageError } from '#web/pages/page-error.tsx';
import { Breadcrumb } from '#web/ui/page/breadcrumb.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { ApprovedCard } from './people/approved-documents.tsx';
import { DocumentCard } from './people/document-card.tsx';
import type { Route } from './+types/documents-page';

export const ErrorBoundary = () => <PageError title="Documentos" thing="os documentos" />;

export const clientLoader = () =>
  orErrorStatus(
    Promise.all([api(listDocumentChecks), api(listDocumentChecks, { query: { view: 'approved' } })]),
  );

export const meta = () => [{ title: `Documentos · Painel · ${brandName}` }];

/** `/dashboard/usuarios/documentos`: documents to decide, and approvals in force (§4.14). */
export default function StaffDocumentsPage({ loaderData: [open, approved] }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  return (
    <div className="flex flex-col gap-6 page-gutter py-6 md:py-8">
      <PageHeader
        title="Documentos"
        above={
          <Breadcrumb
            links={[
              <Link key="usuarios" to="/dashboard/usuarios">
                Usuários
              </Link>,
            ]}
            current="Documentos"
          />
        }
        text="Cada vez que você abre um documento, seu nome e a hora ficam no registro de ações."
      />
      {open.items.length === 0 ? (
        <EmptyState
          title="Nenhum documento à espera."
          text="Quando alguém enviar documentos, eles aparecem aqui."
          seed="documentos"
        />
      ) : (
        <ul className="flex max-w-3xl flex-col gap-3">
          {open.items.map((check) => (
            <li key={check.id}>
              <DocumentCard check={check} onDecided={revalidate} />
            </li>
          ))}
        </ul>
      )}
      {approved.items.length > 0 && (
        <section aria-labelledby="aprovados" className="flex max-w-3xl flex-col gap-3">
          <h2 id="aprovados" className="text-h2">
            Aprovados
          </h2>
          <ul className="flex flex-col gap-3">
            {approved.items.map((check) => (
              <li key={check.id}>
                <ApprovedCard check={check} onRevoked={revalidate} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
