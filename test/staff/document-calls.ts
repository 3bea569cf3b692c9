import { sql } from 'kysely';
import { note, staffCall } from './call.ts';
import type { Case } from './call.ts';

/** Documents of a person, without files. */
const documents = (state: 'sent' | 'approved', body?: object) =>
  staffCall(
    'decide_document',
    async ({ sales }, viewer, part) => {
      const owner = part === 'self' ? viewer : await sales.user();
      const { id: deciderId } = await sales.user({ role: 'support' });
      await sql`update document_checks set state = 'refused', refusal = 'incomplete', decided_at = market_now()
        where user_id = ${owner.id} and state in ('sent', 'in_review')`.execute(sales.db);
      await sql`update document_checks set state = 'expired' where user_id = ${owner.id} and state = 'approved'`.execute(
        sales.db,
      );
      const { rows } = await sql<{ id: number }>`
        insert into document_checks (user_id, level, kind, full_name, document, born_on)
        values (${owner.id}, 'N2', 'rg', 'Ana Souza', ${owner.cpf}, '1990-01-31') returning id`.execute(
        sales.db,
      );
      const { id } = rows[0]!;
      if (state === 'approved')
        await sql`update document_checks set state = 'approved', decided_by = ${deciderId}, decided_at = market_now(),
          valid_until = '2099-01-01' where id = ${id}`.execute(sales.db);
      return { thing: { id: owner.id }, params: { id }, ...(body && { body }) };
    },
    { parts: ['stranger', 'self'] },
  );

/** Staff actions on documents: all staff but their owner. */
export const documentCalls: Record<string, Case> = {
  'POST /staff/document-checks/{id}/openings': documents('sent'),
  'POST /staff/document-checks/{id}/decision': documents('sent', {
    decision: 'refuse',
    refusal: 'unreadable',
    note,
  }),
  'POST /staff/document-checks/{id}/revocation': documents('approved', { reason: note }),
};
