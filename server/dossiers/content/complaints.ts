import { sql } from 'kysely';
import type { DossierComplaint } from '#domain/dossiers/dossier.ts';
import type { Queryable } from '#server/context.ts';
import { findCases } from '#server/complaints/case-rows.ts';
import type { CaseRow } from '#server/complaints/case-rows.ts';
import type { Redaction } from './redaction.ts';

/** The complaints about an order, oldest first, with what both sides wrote and what was decided. */
export async function complaintsFor(
  db: Queryable,
  orderId: number,
  redaction: Redaction,
): Promise<DossierComplaint[]> {
  const cases = await findCases(db, sql`c.order_id = ${orderId}`, 'team');
  return cases.toReversed().map((found) => present(found, redaction.textBy));
}

function present(found: CaseRow, textBy: Redaction['textBy']): DossierComplaint {
  const { reason, wish, state, openedAt, closedAt, result, refundCents, ending } = found;
  return {
    reason,
    wish,
    state,
    openedAt,
    closedAt,
    words: textBy('buyer', found.words),
    result,
    refundCents,
    ending,
    proposals: found.proposals.map(({ side, words, createdAt, kind, state: its, refundCents: cents }) => ({
      by: side,
      kind,
      refundCents: cents,
      words: textBy(side, words),
      state: its,
      at: createdAt,
    })),
    requests: found.requests.map(({ side, words, askedAt, answer, answeredAt }) => ({
      to: side,
      words,
      at: askedAt,
      answer: answer === null ? null : textBy(side, answer),
      answeredAt,
    })),
    appeals: found.appeals.map(({ side, ground, words, at }) => ({
      by: side,
      ground,
      words: textBy(side, words),
      at,
    })),
    decisions: found.decisions.map(
      ({ compensationCents: _compensation, buyerDebtCents: _debt, ...decision }) => decision,
    ),
    files: found.files.map(({ side, name, kind, bytes, contentHash, createdAt }) => ({
      name: textBy(side, name),
      kind,
      bytes,
      sha256: contentHash,
      at: createdAt,
      by: side,
    })),
  };
}
