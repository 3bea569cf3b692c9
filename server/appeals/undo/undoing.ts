import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { AppealKindName } from '#domain/appeals/kinds.ts';
import type { Ctx, Tx } from '#server/context.ts';

/** A decision that is undone, with the person who overturned it; null where the time of the team was over. */
export interface Undoing {
  decision: {
    /** The id of its event. */
    id: number;
    kind: AppealKindName;
    subjectId: number;
    personId: number;
    data: Record<string, unknown>;
  };
  viewer: Viewer | null;
  reason: string;
}

/** An undoing that only a person does: its kind never ends by time. */
export type UndoingByStaff = Undoing & { viewer: Viewer };

/** Whether the decision was undone, and in Portuguese what of it could not be. */
export interface Undone {
  undone: boolean;
  remainder: string | null;
}

export type Undo = (ctx: Ctx, tx: Tx, given: Undoing) => Promise<Undone>;

export const done: Undone = { undone: true, remainder: null };

export const doneExcept = (remainder: string): Undone => ({ undone: true, remainder });

/** Nothing is left to undo, or it cannot be undone any more. */
export const tooLate = (remainder: string): Undone => ({ undone: false, remainder });

/** Whether no later event of this kind about the same thing replaced the decision. */
export async function isNewest(
  tx: Tx,
  { id, kind, subjectId }: Undoing['decision'],
  subjectKind: string,
): Promise<boolean> {
  const { rows } = await sql<{ newest: number | null }>`
    select max(id) as newest from events where subject_kind = ${subjectKind} and subject_id = ${subjectId}
      and kind = ${kind}`.execute(tx);
  return rows[0]!.newest === id;
}

/** For kinds that never end by time. */
export const byStaff =
  (undo: (ctx: Ctx, tx: Tx, given: UndoingByStaff) => Promise<Undone>): Undo =>
  (ctx, tx, { viewer, ...given }) => {
    if (viewer === null) throw new Error(`${given.decision.kind} needs a person`);
    return undo(ctx, tx, { ...given, viewer });
  };
