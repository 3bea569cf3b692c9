import { brandName } from '#server/settings/current/brand.ts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { imageWidths } from '#server/adapters/storage/image-store.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { statement } from '#server/ledger/statements.ts';
import { personalData } from './personal-data.ts';
import type { ColumnRule, PersonalTable } from './personal-table.ts';
import type { ZipEntry } from './zip.ts';

/** The text that explains the contents of the file, in Portuguese. */
const readMe = () => `Seus dados na ${brandName}

Cada arquivo .json traz uma parte do que sabemos sobre você; datas em UTC, valores em centavos.
Na pasta fotos estão as fotos que você enviou.

Ficam de fora: senhas e chaves (só guardamos resumos que não dizem nada sobre você), o conteúdo de
cartas com links e códigos, os códigos que você colocou à venda (são mercadoria e continuam lacrados) e os
dados de outras pessoas, que aparecem apenas pelo nome de usuário.

Para corrigir ou excluir seus dados: Conta, Privacidade.
`;

/** All data of a person, file by file; the tables are read on one snapshot. */
export async function* exportContent(ctx: Ctx, userId: number): AsyncGenerator<ZipEntry> {
  yield text('leia-me.txt', readMe());
  for (const { name, rows } of await readTables(ctx, userId))
    yield text(`dados/${name}.json`, JSON.stringify(rows, null, 2));
  for (const key of await photoKeys(ctx.db, userId)) {
    const content = await ctx.images.read(key, Math.max(...imageWidths));
    if (content) yield { name: `fotos/${key}.webp`, content, deflate: false };
  }
}

function text(name: string, content: string): ZipEntry {
  return { name, content: Buffer.from(content), deflate: true };
}

/** The history of a busy seller may take longer to read than a request may. */
const timeLimitMs = 60_000;

interface TableFile {
  name: string;
  rows: unknown[];
}

async function readTables(ctx: Ctx, userId: number): Promise<TableFile[]> {
  return ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`select set_config('statement_timeout', ${String(timeLimitMs)}, true)`.execute(tx);
      const files: TableFile[] = [];
      for (const [table, decision] of Object.entries(personalData) as [string, PersonalTable][])
        files.push({
          name: decision.title,
          rows: await (decision.read?.(ctx, tx, userId) ?? readTable(tx, table, decision, userId)),
        });
      files.push({ name: 'extrato', rows: await wholeStatement(tx, userId) });
      return files;
    });
}

async function readTable(
  db: Queryable,
  table: string,
  { mine, columns }: PersonalTable,
  userId: number,
): Promise<unknown[]> {
  const chosen = Object.entries(columns).flatMap(([name, rule]) => columnOf(name, rule, userId));
  const { rows } = await sql`
    select ${sql.join(chosen)} from ${sql.table(table)} t where ${mine(userId)} order by t.ctid`.execute(db);
  return rows;
}

/** The exported form of a column; other people are shown by their username only. */
function columnOf(name: string, rule: ColumnRule, userId: number): RawBuilder<unknown>[] {
  const column = sql.ref(`t.${name}`);
  const as = (value: RawBuilder<unknown>) => [sql`${value} as ${sql.ref(name)}`];
  if (rule === 'shown') return [column];
  if (rule === 'username') return as(sql`(select username::text from users where id = ${column})`);
  if (rule === 'title') return as(sql`(select title from listing_versions where id = ${column})`);
  if (rule === 'own') return as(sql`case when t.actor_id = ${userId} then ${column} end`);
  return [];
}

const pageSize = 1_000;

/** Every movement of the balance, newest first. */
async function wholeStatement(db: Queryable, userId: number): Promise<unknown[]> {
  const lines: unknown[] = [];
  for (let before: number | undefined; ;) {
    const page = await statement(db, { userId, account: 'available' }, { before, limit: pageSize });
    lines.push(
      ...page.map(({ at, kind, orderId, withdrawalId, amountCents, balanceCents }) => ({
        at,
        kind,
        orderId,
        withdrawalId,
        amountCents,
        balanceCents,
      })),
    );
    if (page.length < pageSize) return lines;
    before = page.at(-1)!.number;
  }
}

async function photoKeys(db: Queryable, userId: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct key from images where owner_id = ${userId} order by key`.execute(db);
  return rows.map(({ key }) => key);
}
