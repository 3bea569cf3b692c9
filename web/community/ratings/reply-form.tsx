import { useState } from 'react';
import type { OrderRatings } from '#contract/community/ratings.ts';
import { replyToRating } from '#contract/community/ratings.ts';
import { ratingLimits } from '#domain/community/ratings.ts';
import { useMaskedContacts } from '#web/community/contacts.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { maxOf } from '#web/settings/sizes.ts';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { maskedContactHint } from './rating-form.tsx';

interface ReplyFormProps {
  ratingId: number;
  onDone: (ratings: OrderRatings) => void | Promise<void>;
}

/** The form for the one public reply, opened by a button. */
export function ReplyForm({ ratingId, onDone }: ReplyFormProps) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const masked = useMaskedContacts(text.trim());
  const { formProps, errors, problem, pending } = useSubmission(replyToRating, {
    params: { id: ratingId },
    read: () => ({ text }),
    onDone,
  });
  if (!open)
    return (
      <Button variant="secondary" className="self-start" onClick={() => setOpen(true)}>
        Responder em público
      </Button>
    );
  return (
    <form {...formProps} method="post" className="flex flex-col items-start gap-3">
      <ProblemBanner problem={problem} />
      <Field
        label="Sua resposta"
        error={errors.text}
        announceError
        hint={masked ? maskedContactHint : 'Todo mundo lê. Você responde uma vez só.'}
        className="w-full"
      >
        <Textarea
          name="text"
          value={text}
          minRows={2}
          limit={maxOf(ratingLimits.reply)}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" loading={pending}>
          Publicar resposta
        </Button>
        <Button variant="quiet" onClick={() => setOpen(false)}>
          Agora não
        </Button>
      </div>
    </form>
  );
}
