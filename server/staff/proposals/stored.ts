import { sql } from 'kysely';
import type { ProposalKind, ProposalState } from '#domain/staff/proposals.ts';
import type { Queryable, Tx } from '#server/context.ts';

/** A row of `staff_proposals` with the names of its people. */
export interface StoredProposal {
  id: number;
  kind: ProposalKind;
  subjectId: number;
  subjectKey: string;
  payload: Record<string, unknown>;
  sealed: Buffer | null;
  reason: string;
  proposedBy: number;
  proposedByName: string;
  proposedAt: Date;
  takesEffectAt: Date | null;
  expiresAt: Date;
  state: ProposalState;
  confirmedByName: string | null;
  stoppedByName: string | null;
  stopReason: string | null;
  closedAt: Date | null;
  /** When it was read. */
  now: Date;
}

const columns = sql`p.id, p.kind, p.subject_id as "subjectId", p.subject_key as "subjectKey", p.payload, p.sealed,
  p.reason, p.proposed_by as "proposedBy", p.proposed_at as "proposedAt", p.takes_effect_at as "takesEffectAt",
  p.expires_at as "expiresAt", p.state, p.stop_reason as "stopReason", p.closed_at as "closedAt", market_now() as now,
  (select username::text from users where id = p.proposed_by) as "proposedByName",
  (select username::text from users where id = p.confirmed_by) as "confirmedByName",
  (select username::text from users where id = p.stopped_by) as "stoppedByName"`;

/** Reads and locks one proposal; a concurrent decision finds it closed. */
export async function lockProposal(tx: Tx, id: number): Promise<StoredProposal | undefined> {
  const { rows } = await sql<StoredProposal>`
    select ${columns} from staff_proposals p where p.id = ${id} for no key update`.execute(tx);
  return rows[0];
}

const shownClosed = 50;

export async function readProposals(
  db: Queryable,
): Promise<{ pending: StoredProposal[]; closed: StoredProposal[] }> {
  const { rows: pending } = await sql<StoredProposal>`
    select ${columns} from staff_proposals p where p.state = 'pending' order by p.id`.execute(db);
  const { rows: closed } = await sql<StoredProposal>`
    select ${columns} from staff_proposals p where p.state <> 'pending' order by p.id desc limit ${shownClosed}`.execute(
    db,
  );
  return { pending, closed };
}
