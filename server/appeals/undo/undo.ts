import type { AppealKindName } from '#domain/appeals/kinds.ts';
import { undoLevelWithdrawal, undoSanction, undoTrustWithdrawal } from './accounts.ts';
import { undoKeptMessage, undoMessageRemoval, undoQuestionHiding, undoRatingRemoval } from './community.ts';
import { undoContestRejection } from './contests.ts';
import { undoDocumentDecision } from './documents.ts';
import { undoPause, undoRefusal, undoRemoval, undoSuspension } from './listings.ts';
import { undoBlock, undoProofRefusal, undoWithdrawalRefusal } from './money.ts';
import { undoRevisionRefusal } from './revisions.ts';
import { undoStrike } from './strikes.ts';
import type { Undo } from './undoing.ts';

/** How a decision of each kind is undone when it is overturned on appeal (N04). */
export const undoOf: Record<AppealKindName, Undo> = {
  'listing.rejected': undoRefusal,
  'listing.changes_requested': undoRefusal,
  'listing.suspended': undoSuspension,
  'listing.paused_by_staff': undoPause,
  'listing.removed_by_staff': undoRemoval,
  'revision.rejected': undoRevisionRefusal,
  'revision.changes_requested': undoRevisionRefusal,
  'account.restricted': undoSanction,
  'account.suspended': undoSanction,
  'account.banned': undoSanction,
  'account.strike_given': undoStrike,
  'account.level_withdrawn': undoLevelWithdrawal,
  'account.trust_withdrawn': undoTrustWithdrawal,
  'account.documents_refused': undoDocumentDecision,
  'account.documents_revoked': undoDocumentDecision,
  'settlement.blocked': undoBlock,
  'settlement.block_renewed': undoBlock,
  'withdrawal.rejected': undoWithdrawalRefusal,
  'receipt.rejected': undoProofRefusal,
  'rating.removed': undoRatingRemoval,
  'question.hidden': undoQuestionHiding,
  'conversation.kept_back': undoKeptMessage,
  'conversation.removed': undoMessageRemoval,
  'order.counting_decided': undoContestRejection,
};
