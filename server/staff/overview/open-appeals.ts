import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { appealKindNames, appealKindOf } from '#domain/appeals/kinds.ts';

const adminKinds = appealKindNames.filter((name) => appealKindOf(name).by === 'admin');

/** SQL condition: appeal `a` against decision `d` is open, and the viewer may decide it (N04). */
export const isForViewer = ({ id, role }: Viewer) =>
  sql<boolean>`(a.state = 'open' and d.person_id <> ${id} and ${id} <> all (d.deciders)
    ${role === 'admin' ? sql`` : sql`and d.kind <> all (${adminKinds}::text[])`})`;
