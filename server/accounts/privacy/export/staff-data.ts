import { sql } from 'kysely';
import { byUser } from './personal-table.ts';
import type { Decisions } from './personal-table.ts';

/** Staff notes about people, and settings and claims of staff. */
export const staffData: Decisions<'staff_notes' | 'table_settings' | 'table_exports' | 'queue_claims'> = {
  staff_notes: {
    title: 'anotacoes-da-equipe',
    mine: (userId) => sql`(t.subject_kind = 'user' and t.subject_id = ${userId})`,
    columns: {
      id: 'internal',
      subject_kind: 'internal',
      subject_id: 'internal',
      author_id: 'others',
      // A note may name other people, and may be about a suspicion.
      text: 'others',
      created_at: 'shown',
      remind_at: 'internal',
      reminded_at: 'internal',
    },
    onClosure: 'delete',
    because: 'legitimate interest: one hand of the team knows what the other did',
  },
  table_settings: {
    title: 'ajustes-de-listas',
    mine: byUser,
    columns: { user_id: 'internal', table_name: 'shown', settings: 'shown' },
    onClosure: 'delete',
    because: 'contract: the person chose it',
  },
  table_exports: {
    title: 'listas-exportadas',
    mine: byUser,
    columns: {
      id: 'internal',
      user_id: 'internal',
      table_name: 'shown',
      query: 'internal',
      state: 'shown',
      file_key: 'secret',
      row_count: 'shown',
      created_at: 'shown',
      expires_at: 'shown',
    },
    onClosure: 'keep',
    because: 'defence of rights: which lists left the house; the file itself goes after a week',
  },
  queue_claims: {
    title: 'itens-em-analise',
    mine: (userId) => sql`(t.holder_id = ${userId})`,
    columns: { queue: 'shown', item_id: 'internal', holder_id: 'internal', since: 'shown', until: 'shown' },
    onClosure: 'delete',
    because: 'legitimate interest: who looks at an item now; gone an hour after it ended',
  },
};
