import { useState } from 'react';
import { sendDocuments } from '#contract/accounts/documents.ts';
import type { OwnDocuments } from '#contract/accounts/documents.ts';
import { documentKinds, documentLimits } from '#domain/accounts/documents/checks.ts';
import type { DocumentKind, DocumentLevel, DocumentPart } from '#domain/accounts/documents/checks.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { FileUpload } from '#web/ui/forms/file-upload.tsx';
import { RadioGroup } from '#web/ui/forms/radio-group.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { kindLabels, partLabels } from './document-texts.ts';
import { useDocumentFile } from './use-document-files.ts';

const levels = [
  { value: 'N2', label: 'Identidade verificada', hint: 'Uma pessoa da equipe confere.' },
  { value: 'N3', label: 'Identidade verificada e nível 3', hint: 'Duas pessoas da equipe conferem.' },
];

/** Which document, for which level, its end and its pictures (§4.14). */
export function DocumentForm({
  documents: { declared, selfie },
  onSent,
}: {
  documents: OwnDocuments;
  onSent: () => Promise<void>;
}) {
  const kinds = documentKinds.filter((kind) => (kind === 'company') === (declared?.isCompany ?? false));
  const [kind, setKind] = useState<DocumentKind>(kinds[0]!);
  const files = {
    front: useDocumentFile('front'),
    back: useDocumentFile('back'),
    selfie: useDocumentFile('selfie'),
  };
  const { formProps, errors, problem, pending } = useSubmission(sendDocuments, {
    read: (form) => ({
      level: String(form.get('level') ?? 'N2') as DocumentLevel,
      kind,
      frontId: files.front.id ?? 0,
      ...(files.back.id && { backId: files.back.id }),
      ...(files.selfie.id && { selfieId: files.selfie.id }),
      ...(form.get('expiresOn') && { expiresOn: String(form.get('expiresOn')) }),
      ...(!declared && {
        fullName: String(form.get('fullName') ?? ''),
        birthDate: String(form.get('birthDate') ?? ''),
        document: String(form.get('document') ?? ''),
      }),
    }),
    onDone: async () => {
      aviso.sucesso('Documentos enviados', 'A equipe confere e avisa você.');
      await onSent();
    },
  });
  const part = (name: DocumentPart, prompt: string) => (
    <FieldSet label={partLabels[name]} error={errors[`${name}Id`]} announceError>
      <FileUpload
        accept={name === 'selfie' ? 'image/jpeg,image/png,image/webp' : documentLimits.file.types.join(',')}
        maxBytes={documentLimits.file.maxBytes}
        wrongType={name === 'selfie' ? 'Envie uma foto.' : 'Envie uma foto ou um PDF.'}
        prompt={prompt}
        items={files[name].items}
        onFiles={([first]) => first && files[name].choose(first)}
        onRetry={files[name].retry}
        onRemove={files[name].remove}
      />
    </FieldSet>
  );
  const isSending = Object.values(files).some((file) => file.isSending);
  return (
    <form {...formProps} method="post" className="flex max-w-160 flex-col gap-5">
      <ProblemBanner problem={problem} />
      <FieldSet label="Para quê" error={errors.level} announceError>
        <RadioGroup name="level" defaultValue="N2" options={levels} aria-label="Para quê" />
      </FieldSet>
      {!declared && <PersonFields errors={errors} />}
      <Field label="Documento" error={errors.kind} announceError>
        <Select
          value={kind}
          options={kinds.map((value) => ({ value, label: kindLabels[value] }))}
          onValueChange={(value) => setKind(value as DocumentKind)}
        />
      </Field>
      <Field
        label="Validade"
        error={errors.expiresOn}
        announceError
        hint="Como está no documento. Se ele não tem validade, deixe em branco."
      >
        <TextInput type="date" name="expiresOn" />
      </Field>
      {part('front', 'Foto ou PDF de até 10 MB')}
      {part('back', kind === 'rg' ? 'Foto ou PDF de até 10 MB' : 'Se houver: foto ou PDF de até 10 MB')}
      {selfie && part('selfie', 'Foto do seu rosto com o documento na mão')}
      <Button
        type="submit"
        loading={pending}
        className="self-start"
        {...(isSending && { disabledReason: 'Espere os arquivos terminarem de subir.' })}
      >
        Enviar documentos
      </Button>
    </form>
  );
}

function PersonFields({ errors }: { errors: Record<string, string> }) {
  return (
    <>
      <Field label="Nome completo" error={errors.fullName} announceError hint="Como está no documento.">
        <TextInput name="fullName" autoComplete="name" />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Data de nascimento" error={errors.birthDate} announceError>
          <TextInput type="date" name="birthDate" autoComplete="bday" />
        </Field>
        <Field label="CPF" error={errors.document} announceError>
          <TextInput name="document" inputMode="numeric" autoComplete="off" maxLength={20} />
        </Field>
      </div>
    </>
  );
}
