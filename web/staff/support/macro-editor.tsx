import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { createMacro, deleteMacro, updateMacro } from '#contract/tickets/macros.ts';
import type { TicketMacro } from '#contract/tickets/macros.ts';
import { macroPlaceholders, macroLimits } from '#domain/tickets/tickets.ts';
import type { FieldErrors } from '#domain/errors.ts';
import { api, ApiError, newIdempotencyKey } from '#web/api/api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';

interface Draft {
  id: number | null;
  title: string;
  text: string;
}

export interface MacroEditorProps {
  macros: readonly TicketMacro[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The staff's canned answers, which every agent can edit. */
export function MacroEditor({ macros, open, onOpenChange }: MacroEditorProps) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const edit = (macro: TicketMacro | null) =>
    setDraft({
      id: macro?.id ?? null,
      title: macro?.title ?? '',
      text: macro?.text ?? '',
    });
  return (
    <Sheet title="Respostas prontas" open={open} onOpenChange={onOpenChange}>
      {draft ? (
        <MacroForm draft={draft} onDone={() => setDraft(null)} />
      ) : (
        <div className="flex flex-col gap-2">
          <ul className="flex flex-col">
            {macros.map((macro) => (
              <li key={macro.id}>
                <button
                  type="button"
                  onClick={() => edit(macro)}
                  className="flex min-h-11 w-full flex-col items-start rounded-md px-3 py-2 text-left hover:bg-surface-2"
                >
                  <span className="text-ui font-semibold">{macro.title}</span>
                  <span className="line-clamp-2 text-sm text-ink-2">{macro.text}</span>
                </button>
              </li>
            ))}
          </ul>
          <Button className="self-start" onClick={() => edit(null)}>
            Criar resposta
          </Button>
        </div>
      )}
    </Sheet>
  );
}

function MacroForm({ draft, onDone }: { draft: Draft; onDone: () => void }) {
  const { revalidate } = useRevalidator();
  const [title, setTitle] = useState(draft.title);
  const [text, setText] = useState(draft.text);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState<string | null>(null);

  async function run(work: Promise<unknown>): Promise<void> {
    setBusy(true);
    setErrors({});
    setProblem(null);
    try {
      await work;
      await revalidate();
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrors(error.fields);
      if (Object.keys(error.fields).length === 0) setProblem(error.detail);
    } finally {
      setBusy(false);
    }
  }
  const body = { title, text };
  const save = () =>
    draft.id === null
      ? api(createMacro, { body, idempotencyKey: newIdempotencyKey() })
      : api(updateMacro, { params: { id: draft.id }, body });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void run(save());
      }}
    >
      <Field label="Nome" error={errors.title}>
        <TextInput value={title} onChange={(event) => setTitle(event.target.value)} />
      </Field>
      <Field
        label="Resposta"
        hint={`Preenchidos automaticamente: ${macroPlaceholders.map((name) => `{${name}}`).join(', ')}.`}
        error={errors.text}
      >
        <Textarea
          minRows={5}
          limit={macroLimits.text}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" loading={busy}>
          Salvar resposta
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Voltar
        </Button>
        {draft.id !== null && (
          <Button
            variant="quiet"
            className="text-danger"
            onClick={() => void run(api(deleteMacro, { params: { id: draft.id! } }))}
          >
            Apagar resposta
          </Button>
        )}
      </div>
    </form>
  );
}
