import { sendAgain } from '#server/accounts/documents/sending-again.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { doneExcept, tooLate } from './undoing.ts';
import type { Undoing, Undone } from './undoing.ts';

const leftovers = {
  files_removed: 'As fotos já foram apagadas. Envie os documentos de novo.',
  sent_again: 'Seus documentos já estão com a equipe de novo.',
  approved: 'Outros documentos seus já foram aprovados.',
  closed: 'A conta foi encerrada.',
};

/** The same documents go to the team again, which decides them by the same rules as others. */
export async function undoDocumentDecision(
  _ctx: Ctx,
  tx: Tx,
  { decision, viewer }: Undoing,
): Promise<Undone> {
  const left = await sendAgain(tx, viewer, Number(decision.data.checkId));
  return left === null
    ? doneExcept('Os documentos voltaram para a equipe, que os confere de novo.')
    : tooLate(leftovers[left]);
}
