import { Link } from 'react-router';
import { listAuditLog } from '#contract/staff.ts';
import { api } from '#web/api.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { TabLinks } from '#web/ui/tabs.tsx';
import type { Route } from './+types/overview-page';
import { auditDefinition } from './audit/audit-definition.tsx';
import { AuditSection } from './audit/audit-section.tsx';
import { loadQueues, QueuesSection } from './overview/queues-section.tsx';
import { loadTable } from './table/load-table.ts';
import { TableSkeleton } from './table/server-table.tsx';

export { PageError as ErrorBoundary } from '#web/institutional/page-error.tsx';

const tabs = [
  { slug: 'painel', label: 'Painel' },
  { slug: 'registro', label: 'Registro de ações' },
] as const;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const asked = new URL(request.url).searchParams.get('aba');
  if (asked === 'registro') {
    return { tab: 'registro', audit: await loadTable(request, auditDefinition, readLog) } as const;
  }
  return { tab: 'painel', queues: await loadQueues() } as const;
}

const readLog = (query: object) => api(listAuditLog, { query });

export function meta() {
  return [{ title: 'Painel · Praça' }];
}

export function HydrateFallback() {
  return <TableSkeleton name="o painel" />;
}

/** `/dashboard`: is anything burning, and what did the team do. */
export default function OverviewPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="flex flex-col gap-6 page-gutter py-6 md:py-8">
      <PageHeader title="Visão geral" />
      <TabLinks
        aria-label="Partes da visão geral"
        links={tabs.map(({ slug, label }) => ({
          label,
          link: (
            <Link
              to={slug === 'painel' ? '?' : `?aba=${slug}`}
              aria-current={slug === loaderData.tab ? 'page' : undefined}
            />
          ),
        }))}
      />
      {loaderData.tab === 'painel' && <QueuesSection loaded={loaderData.queues} />}
      {loaderData.tab === 'registro' && <AuditSection loaded={loaderData.audit} />}
    </div>
  );
}
