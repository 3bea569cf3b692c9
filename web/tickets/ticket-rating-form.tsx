import { useState } from 'react';
import { rateTicket } from '#contract/tickets/tickets.ts';
import type { Ticket } from '#contract/tickets/tickets.ts';
import { ticketLimits } from '#domain/tickets/tickets.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { RatingInput } from '#web/ui/forms/rating-input.tsx';
import { maxOf } from '#web/settings/sizes.ts';
import { Textarea } from '#web/ui/forms/textarea.tsx';

export interface TicketRatingFormProps {
  ticket: Ticket;
  onRated: (ticket: Ticket) => void;
  onLeave?: () => void;
}

/** Five stars; the comment and the button appear once one is chosen. */
export function TicketRatingForm({ ticket: { id, rating }, onRated, onLeave }: TicketRatingFormProps) {
  const [score, setScore] = useState(rating?.score ?? null);
  const [comment, setComment] = useState(rating?.comment ?? '');
  const { formProps, errors, problem, pending } = useSubmission(rateTicket, {
    params: { id },
    read: () => ({ score: score ?? 0, comment }),
    onDone: onRated,
  });
  return (
    <form {...formProps} method="post" className="flex flex-col gap-2">
      <ProblemBanner problem={problem} />
      <FieldSet label="Como foi o atendimento?" error={errors.score}>
        <RatingInput aria-label="Nota do atendimento" value={score} onValueChange={setScore} />
      </FieldSet>
      {score !== null && (
        <>
          <Field label="O que podemos melhorar" optional error={errors.comment}>
            <Textarea
              name="comment"
              minRows={2}
              value={comment}
              limit={maxOf(ticketLimits.ratingComment)}
              onChange={(event) => setComment(event.target.value)}
            />
          </Field>
          <p className="flex flex-wrap gap-2">
            <Button type="submit" variant="secondary" size="sm" loading={pending}>
              Enviar nota
            </Button>
            {onLeave && (
              <Button variant="quiet" size="sm" onClick={onLeave}>
                Cancelar edição
              </Button>
            )}
          </p>
        </>
      )}
    </form>
  );
}
