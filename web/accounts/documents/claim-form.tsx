import { claimDocument } from '#contract/accounts/documents.ts';
import { documentLimits } from '#domain/accounts/documents/checks.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';

/** Asks for a document back that confirms another account, which is not named. */
export function ClaimForm({ id, onDone }: { id: number; onDone: () => Promise<void> }) {
  const { formProps, errors, problem, pending } = useSubmission(claimDocument, {
    params: { id },
    read: (form) => ({ words: String(form.get('words') ?? '') }),
    onDone,
  });
  return (
    <form {...formProps} method="post" className="flex max-w-160 flex-col items-start gap-4">
      <ProblemBanner problem={problem} />
      <Field
        label="Por que o documento é seu"
        error={errors.words}
        announceError
        hint="Duas pessoas da equipe leem e decidem. Se for aceito, a outra conta perde o documento."
        className="w-full"
      >
        <Textarea name="words" minRows={3} limit={documentLimits.claimWords.max} />
      </Field>
      <Button type="submit" variant="secondary" loading={pending}>
        Pedir de volta
      </Button>
    </form>
  );
}
