import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { Link, useSearchParams } from 'react-router';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatNumber } from '#web/ui/data/formats.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import type { Route } from './+types/people-page';
import { peopleDefinition } from './people/people-definition.tsx';
import { PersonSheet } from './people/person-sheet.tsx';
import { useQueueCount } from './queue/use-queues.ts';
import { loadTable } from './table/load-table.ts';
import { ServerTable } from './table/server-table.tsx';
import { useSheet } from './shell/use-sheet.ts';

export const ErrorBoundary = () => <PageError title="Usuários" thing="os usuários" />;

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadTable(request, peopleDefinition);

export function meta() {
  return [{ title: `Usuários · Painel · ${brandName}` }];
}

/** `/dashboard/usuarios`: all accounts. */
export default function PeoplePage({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  const sheet = useSheet(loaderData.page?.items ?? []);
  const waiting = useQueueCount('document_checks');
  return (
    <div className="flex flex-col gap-5 page-gutter py-6 md:py-8">
      <PageHeader
        title="Usuários"
        actions={
          <>
            <Button asChild variant="secondary">
              <Link to="/dashboard/usuarios/documentos">
                Documentos{waiting ? <span className="tabular-nums">({formatNumber(waiting)})</span> : null}
              </Link>
            </Button>
            <Button asChild variant="secondary">
              <Link to="/dashboard/usuarios/contestacoes">Contestações de nível</Link>
            </Button>
          </>
        }
      />
      <ServerTable definition={peopleDefinition} loaded={loaderData} />
      {params.get('id') && <PersonSheet key={params.get('id')} id={Number(params.get('id'))} sheet={sheet} />}
    </div>
  );
}
