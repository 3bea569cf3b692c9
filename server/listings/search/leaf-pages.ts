import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { batchPerTick } from '#server/concurrency/batch.ts';
import type { Ctx } from '#server/context.ts';
import { bareColumns } from '#server/listings/cards.ts';
import type { BareCard } from '#server/listings/cards.ts';

/** The first page of a category in an order that each leaf of the tree has an index for. */
export interface LeafPage {
  leaves: readonly number[];
  /** Ids of listings that the page leaves out. */
  without: readonly number[];
  order: LeafOrder;
}

export interface LeafOrder {
  /** Pages of one key differ in their leaves and in what they leave out only, so that one statement reads them. */
  key: string;
  /** The index's columns of `listings l`, and the same as `by`. */
  columns: RawBuilder<unknown>;
  end: RawBuilder<unknown>;
  conditions: RawBuilder<unknown>;
  keys: RawBuilder<unknown>;
}

export type OrderedRow = BareCard & { key0: number; key1?: number };

/**
 * The rows of a page, in order. A branch merges the first rows of its leaves, each a short scan of an index, before any
 * card is read: 0.25 ms for 8 leaves, where «category = any(leaves)» scans the whole market's index for 1.9 ms. Pages of
 * one event loop iteration are one statement.
 */
export const readLeafPage = batchPerTick(async (ctx: Ctx, pages: LeafPage[]): Promise<OrderedRow[][]> => {
  const groups = Map.groupBy(pages, ({ order }) => order.key);
  const read = new Map<LeafPage, OrderedRow[]>();
  await Promise.all(
    [...groups.values()].map(async (group) => {
      const rows = await readGroup(ctx, group);
      group.forEach((page, index) => read.set(page, rows[index]!));
    }),
  );
  return pages.map((page) => read.get(page)!);
});

async function readGroup(ctx: Ctx, pages: readonly LeafPage[]): Promise<OrderedRow[][]> {
  const { columns, conditions, end, keys } = pages[0]!.order;
  const { rows } = await sql<OrderedRow & { page: number }>`
    select q.page::int, found.* from unnest(${pages.map(({ leaves }) => arrayText(leaves))}::text[],
      ${pages.map(({ without }) => arrayText(without))}::text[]) with ordinality q (leaves, without, page)
    cross join lateral (
      select ${bareColumns}, ${keys} from (
        select l.id from unnest(q.leaves::bigint[]) leaf (id) cross join lateral (
          select ${columns} from listings l
          where l.category_id = leaf.id and ${conditions} and l.id <> all(q.without::bigint[]) ${end}) l
        ${end}) best
      join listings l on l.id = best.id ${end}) found`.execute(ctx.db);
  const found: OrderedRow[][] = pages.map(() => []);
  for (const { page, ...row } of rows) found[page - 1]!.push(row);
  return found;
}

function arrayText(ids: readonly number[]): string {
  return `{${ids.join(',')}}`;
}
