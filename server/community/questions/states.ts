import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { fail } from '#domain/errors.ts';
import { allowedEvents } from '#domain/machine.ts';
import { questionMachine } from '#domain/community/questions.ts';
import type { QuestionActor, QuestionEvent, QuestionState } from '#domain/community/questions.ts';
import type { Tx } from '#server/context.ts';

export interface QuestionMove {
  id: number;
  event: QuestionEvent;
  actor: QuestionActor;
  /** Columns that change together with the state. */
  also?: RawBuilder<unknown>;
}

/**
 * The only way to change a question's state (§4.12): a row of `questionMachine`, written only if the question is still
 * in the initial state of that row.
 * @throws `wrong_state` with the current state and the allowed events
 */
export async function moveQuestion(tx: Tx, { id, event, actor, also }: QuestionMove): Promise<QuestionState> {
  const { from, to, by } = questionMachine[event];
  const { numAffectedRows } = await sql`
    update questions set state = ${to} ${also ? sql`, ${also}` : sql``}
    where id = ${id} and state = any(${from}::text[]) and ${by.includes(actor)}`.execute(tx);
  return numAffectedRows === 1n ? to : refuse(tx, id, actor);
}

const refusalTexts: Record<QuestionState, string> = {
  pending: 'Esta pergunta ainda espera resposta.',
  answered: 'Esta pergunta já foi respondida.',
  hidden: 'Esta pergunta está oculta.',
  withdrawn: 'Esta pergunta foi retirada por quem perguntou.',
  closed: 'Este anúncio saiu do ar e a pergunta foi encerrada.',
};

async function refuse(tx: Tx, id: number, actor: QuestionActor): Promise<never> {
  const { rows } = await sql<{ state: QuestionState }>`select state from questions where id = ${id}`.execute(
    tx,
  );
  const { state } = rows[0] ?? fail('not_found');
  fail('wrong_state', {
    detail: refusalTexts[state],
    meta: { state, allowed: allowedEvents(questionMachine, state, actor) },
  });
}
