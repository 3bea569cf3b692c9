import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import type { ApiError } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

interface ReasonDialogProps {
  title: string;
  description: string;
  hint?: string;
  confirmLabel: string;
  /** From `useSubmission`. */
  submission: {
    formProps: ComponentProps<'form'>;
    errors: Partial<Record<string, string>>;
    problem: ApiError | null;
    pending: boolean;
  };
  onClose: () => void;
  /** Fields before the reason. */
  children?: ReactNode;
}

/** Asks for the reason of something that is recorded. */
export function ReasonDialog({ title, description, hint, confirmLabel, ...dialog }: ReasonDialogProps) {
  const { submission, onClose, children } = dialog;
  const { formProps, errors, problem, pending } = submission;
  const formId = useId();
  return (
    <Dialog
      open
      dismissable={!pending}
      title={title}
      description={description}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Voltar
          </Button>
          <Button type="submit" form={formId} loading={pending}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form {...formProps} id={formId} className="flex flex-col gap-5">
        {children}
        <Field label="Motivo" error={errors.reason} announceError hint={hint}>
          <Textarea name="reason" limit={500} />
        </Field>
        <ProblemBanner problem={problem} />
      </form>
    </Dialog>
  );
}
