import { useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import { writeNote } from '#contract/staff/people.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';

type Note = Reply<typeof writeNote>;

/** «Notas»: internal notes of the staff; one with a date reminds its author. */
export function NotesSection({
  notes,
  subject,
  id,
  onWritten,
}: {
  notes: readonly Note[];
  subject: 'user' | 'order';
  id: number;
  onWritten: () => Promise<void>;
}) {
  const [round, setRound] = useState(0);
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-h3">Notas da equipe</h3>
      <NoteForm
        key={round}
        subject={subject}
        id={id}
        onWritten={async () => {
          setRound(round + 1);
          await onWritten();
        }}
      />
      <ul className="flex flex-col gap-2">
        {notes.map((note) => (
          <li key={note.id} className="rounded-md bg-warning-soft px-3 py-2 text-sm text-on-warning-soft">
            <p className="whitespace-pre-line break-words">{note.text}</p>
            <p className="mt-1 text-xs">
              <DotSeparated
                of={[
                  `@${note.author}`,
                  formatDateTime(note.createdAt),
                  note.remindAt && `lembrete em ${formatDateTime(note.remindAt)}`,
                ]}
              />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NoteForm({
  subject,
  id,
  onWritten,
}: {
  subject: 'user' | 'order';
  id: number;
  onWritten: () => Promise<void>;
}) {
  const { formProps, errors, problem, pending } = useSubmission(writeNote, {
    read: (form) => {
      const remindAt = String(form.get('remindAt') ?? '');
      return {
        subject,
        id,
        text: String(form.get('text') ?? ''),
        ...(remindAt && { remindAt: new Date(`${remindAt}:00-03:00`).toISOString() }),
      };
    },
    onDone: async () => {
      aviso.sucesso('Nota guardada', 'Só a equipe vê.');
      await onWritten();
    },
  });
  return (
    <form {...formProps} className="flex flex-col gap-3">
      <Field label="Nova nota" error={errors.text} announceError hint="Só a equipe vê.">
        <Textarea name="text" limit={2000} />
      </Field>
      <Field label="Lembrar-me em" optional error={errors.remindAt} announceError hint="Horário de Brasília.">
        <TextInput type="datetime-local" name="remindAt" />
      </Field>
      <ProblemBanner problem={problem} />
      <Button type="submit" variant="secondary" loading={pending} className="self-start">
        Guardar nota
      </Button>
    </form>
  );
}
