import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Ctx, Queryable } from '#server/context.ts';
import type { DB } from '#db/schema.ts';

/**
 * What becomes of a column in the file a person gets.
 *
 * `shown` as it is · `username` of the person behind the id, which is all one learns of others · `title` of the
 * listing as it was bought · `own` only where the person acted themselves · `secret` a hash, key, token or sealed
 * code, which proves something to us and says nothing of the person · `internal` a number or state of our machinery ·
 * `others` about somebody else.
 */
export type ColumnRule = 'shown' | 'username' | 'title' | 'own' | 'secret' | 'internal' | 'others';

export interface PersonalTable<Column extends string = string> {
  /** The name of its file in the export, in Portuguese. */
  title: string;
  /** Which rows, called `t`, are about this person. */
  mine: (userId: number) => RawBuilder<unknown>;
  columns: Record<Column, ColumnRule>;
  /** The rows of the export where a column is sealed for its person too. */
  read?: (ctx: Ctx, db: Queryable, userId: number) => Promise<unknown[]>;
  /** `clear`: `closing.ts` empties what tells who it was and leaves the row. */
  onClosure: 'keep' | 'clear' | 'delete';
  /** Why it is there, and on closure why it stays or goes (LGPD art. 7 and 16). */
  because: string;
}

/** The decisions on some tables, each with every one of its columns. */
export type Decisions<Table extends keyof DB> = { [T in Table]: PersonalTable<keyof DB[T] & string> };

/** Rows that name their person in `user_id`. */
export const byUser = (userId: number) => sql`t.user_id = ${userId}`;
