import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Ctx, Queryable } from '#server/context.ts';
import type { DB } from '#db/schema.ts';

/**
 * How a column appears in a person's export.
 *
 * `shown` unchanged · `username` the username behind the id, the only data of others · `title` the title of the bought
 * listing version · `own` only if the person acted · `secret` a hash, key, token or encrypted code, which is left out ·
 * `internal` a technical value, left out · `others` about other people, left out.
 */
export type ColumnRule = 'shown' | 'username' | 'title' | 'own' | 'secret' | 'internal' | 'others';

export interface PersonalTable<Column extends string = string> {
  /** The name of its file in the export, in Portuguese. */
  title: string;
  /** SQL condition: rows `t` about this person. */
  mine: (userId: number) => RawBuilder<unknown>;
  columns: Record<Column, ColumnRule>;
  /** Reads the rows for the export where the generic query does not suffice. */
  read?: (ctx: Ctx, db: Queryable, userId: number) => Promise<unknown[]>;
  /** `clear`: `closing.ts` clears the identifying columns and keeps the row. */
  onClosure: 'keep' | 'clear' | 'delete';
  /** Why the data exists, and why a closure keeps or deletes it (LGPD art. 7 and 16). */
  because: string;
}

/** The decisions on some tables, each with every one of its columns. */
export type Decisions<Table extends keyof DB> = { [T in Table]: PersonalTable<keyof DB[T] & string> };

/** Rows that name their person in `user_id`. */
export const byUser = (userId: number) => sql`t.user_id = ${userId}`;
