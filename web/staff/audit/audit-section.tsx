import type { Decision } from './audit-definition.tsx';
import { auditDefinition } from './audit-definition.tsx';
import type { LoadedTable } from '../table/load-table.ts';
import { ServerTable } from '../table/server-table.tsx';

/** `/dashboard?aba=registro`. */
export function AuditSection({ loaded }: { loaded: LoadedTable<Decision> }) {
  return (
    <ServerTable
      definition={auditDefinition}
      loaded={loaded}
      empty={{
        title: 'Nenhuma ação ainda.',
        text: 'Toda decisão da equipe e do sistema aparece aqui e não pode ser mudada nem apagada.',
      }}
    />
  );
}
