import { RotateCcw } from '#web/ui/icons/icons.tsx';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { previewLetter } from '#contract/settings/letters.ts';
import type { StaffLetter } from '#contract/settings/letters.ts';
import type { StaffSetting } from '#contract/settings/settings.ts';
import type { LetterName, LetterWording } from '#domain/settings/letters.ts';
import { useActionWithProof } from '#web/accounts/use-action-with-proof.ts';
import { api } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { EmailPreview } from './email-preview.tsx';
import { SettingForm } from './setting-form.tsx';
import type { SettingFormParts } from './setting-form.tsx';

export interface EmailEditorProps {
  letters: readonly StaffLetter[];
  name: LetterName;
  /** All settings; the email's are its subject and its body. */
  fields: readonly StaffSetting[];
  version: { id: number; startsAt: string; waiting: boolean };
  editable: boolean;
}

/** The text of one email next to its preview; saving creates a version of the settings. */
export function EmailEditor({ letters, name, fields, version, editable }: EmailEditorProps) {
  const navigate = useNavigate();
  const letter = letters.find((one) => one.name === name)!;
  return (
    <section className="flex min-w-0 flex-col gap-5">
      <h2 className="text-h2">E-mails</h2>
      <Field label="E-mail" className="max-w-xl">
        <Select
          value={name}
          options={letters.map((one) => ({
            value: one.name,
            label: isReworded(one.name, fields) ? `${one.title} (texto seu)` : one.title,
          }))}
          onValueChange={(chosen) =>
            void navigate(`?secao=emails&carta=${chosen}`, { preventScrollReset: true })
          }
        />
      </Field>
      <SettingForm
        key={name}
        settings={fields.filter(({ path }) => path.startsWith(`letters.${name}.`))}
        version={version}
        editable={editable}
        noun="e-mail"
      >
        {(form) => <EmailTexts letter={letter} form={form} readOnly={!editable} />}
      </SettingForm>
    </section>
  );
}

type Preview = Reply<typeof previewLetter>;

function EmailTexts({
  letter,
  form,
  readOnly,
}: {
  letter: StaffLetter;
  form: SettingFormParts;
  readOnly: boolean;
}) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const { run, pending, problem } = useActionWithProof();
  const own = wordingOf(letter.name, form);
  const shown = { subject: own.subject || letter.house.subject, body: own.body || letter.house.body };
  const changed = own.subject !== '' || own.body !== '';
  const part = (key: keyof LetterWording) => ({
    value: shown[key],
    readOnly,
    onChange: ({ target }: { target: { value: string } }) =>
      form.change(`letters.${letter.name}.${key}`, target.value === letter.house[key] ? '' : target.value),
  });
  const errorOf = (key: keyof LetterWording) =>
    form.errors[`letters.${letter.name}.${key}`] ?? problem?.fields[key];
  const loadPreview = () =>
    run(async () => setPreview(await api(previewLetter, { params: { name: letter.name }, body: shown })));
  return (
    <div className="grid items-start gap-8 xl:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-5">
        <Field label="Assunto" error={errorOf('subject')}>
          <TextInput {...part('subject')} maxLength={120} />
        </Field>
        <Field
          label="Texto"
          error={errorOf('body')}
          hint={`Uma linha em branco separa os parágrafos. Preenchidos automaticamente: ${letter.names.map((name) => `{{${name}}}`).join(', ')}. Título, código e botão são fixos.`}
        >
          <Textarea {...part('body')} minRows={8} maxRows={20} limit={4000} />
        </Field>
        <ProblemBanner problem={problem && Object.keys(problem.fields).length === 0 ? problem : null} />
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" loading={pending} onClick={() => void loadPreview()}>
            Ver como fica
          </Button>
          {changed && !readOnly && (
            <Button
              variant="quiet"
              icon={<RotateCcw aria-hidden="true" className="size-4" />}
              onClick={() => {
                form.change(`letters.${letter.name}.subject`, '');
                form.change(`letters.${letter.name}.body`, '');
                setPreview(null);
              }}
            >
              Voltar ao texto padrão
            </Button>
          )}
        </div>
      </div>
      {preview && <EmailPreview preview={preview} />}
    </div>
  );
}

function wordingOf(name: LetterName, { valueOf }: SettingFormParts): LetterWording {
  const read = (key: keyof LetterWording) => String(valueOf(`letters.${name}.${key}`) ?? '');
  return { subject: read('subject'), body: read('body') };
}

function isReworded(name: LetterName, fields: readonly StaffSetting[]): boolean {
  return fields.some(({ path, value }) => path.startsWith(`letters.${name}.`) && value !== '');
}
