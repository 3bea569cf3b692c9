import { sql } from 'kysely';
import type { Ctx } from '#server/context.ts';
import { demoUsername } from './accounts.ts';

/** Kind, title, amount in cents, state in the old screen's words, and how many days ago. */
type LegacyRow = readonly ['purchase' | 'sale' | 'transaction', string, number, string, number];

const rows: readonly LegacyRow[] = [
  ['sale', 'Luminária de mesa articulada', 8_990, 'Concluída', 412],
  ['transaction', 'Crédito da venda «Luminária de mesa articulada»', 8_090, 'Creditado', 405],
  ['purchase', 'Jogo de xícaras esmaltadas', 6_450, 'Recebida', 388],
  ['sale', 'Vestido de linho, tamanho M', 12_900, 'Concluída', 351],
  ['transaction', 'Crédito da venda «Vestido de linho, tamanho M»', 11_610, 'Creditado', 344],
  ['transaction', 'Saque por Pix', -19_700, 'Pago', 340],
  ['sale', 'Coleção de livros infantis', 5_500, 'Cancelada', 297],
];

/** What one person did before the market moved to this software. */
export async function seedLegacyRecords(ctx: Ctx): Promise<void> {
  for (const [kind, title, amountCents, state, daysAgo] of rows)
    await sql`insert into legacy_records (user_id, kind, title, amount_cents, state, at)
      select id, ${kind}, ${title}, ${amountCents}, ${state}, now() - ${daysAgo} * interval '1 day'
      from users where username = ${demoUsername('vendedora')}`.execute(ctx.db);
}
