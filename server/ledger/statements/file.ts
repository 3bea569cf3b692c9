import { byteOrderMark, csvCents, csvLine } from '#domain/text/csv.ts';
import { movementDescription } from '#domain/ledger/statements.ts';
import type { Ctx } from '#server/context.ts';
import { accountId, statement } from '#server/ledger/statements.ts';
import { filterOf, ordersOf } from './queries.ts';
import type { StatementChoice } from './queries.ts';
import { receiptCode } from './receipts.ts';

const pageSize = 1_000;
const headings = ['Data', 'Hora', 'Descrição', 'Pedido', 'Anúncio', 'Entrada', 'Saída', 'Saldo', 'Recibo'];

/** The statement as CSV in chunks: only one page of lines is in memory, however long it is. */
export async function* statementFile(
  ctx: Ctx,
  userId: number,
  choice: StatementChoice,
): AsyncGenerator<string> {
  const of = { userId, account: choice.account ?? 'available' };
  const filter = await filterOf(ctx.db, of, choice);
  const books = (await accountId(ctx.db, of)) ?? 0;
  yield byteOrderMark + csvLine(headings);
  for (let { before } = filter; ;) {
    const page = await statement(ctx.db, of, { ...filter, before, limit: pageSize });
    const orders = await ordersOf(ctx.db, page);
    yield page
      .map((row) => {
        const order = row.orderId === null ? undefined : orders.get(row.orderId);
        return csvLine([
          date.format(row.at),
          time.format(row.at),
          movementDescription(row, of.account),
          order?.code ?? '',
          order?.title ?? '',
          row.amountCents > 0 ? csvCents(row.amountCents) : '',
          row.amountCents < 0 ? csvCents(-row.amountCents) : '',
          csvCents(row.balanceCents),
          receiptCode(ctx.keys.receipts, { accountId: books, number: row.number }),
        ]);
      })
      .join('');
    if (page.length < pageSize) return;
    before = page.at(-1)!.number;
  }
}

const zone = { timeZone: 'America/Sao_Paulo' } as const;
const date = new Intl.DateTimeFormat('pt-BR', { ...zone, dateStyle: 'short' });
const time = new Intl.DateTimeFormat('pt-BR', { ...zone, timeStyle: 'medium' });
