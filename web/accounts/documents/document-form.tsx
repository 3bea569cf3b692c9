import { Suspense, useState } from 'react';
import { sendDocuments } from '#contract/accounts/documents.ts';
import type { OwnDocuments } from '#contract/accounts/documents.ts';
import { documentKinds, documentLimits } from '#domain/accounts/documents/checks.ts';
import type { DocumentKind, DocumentLevel, DocumentPart } from '#domain/accounts/documents/checks.ts';
import type { TaxType } from '#domain/orders/taxes.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { FileUpload } from '#web/ui/forms/file-upload.tsx';
import { RadioGroup } from '#web/ui/forms/radio-group.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { kindLabels, partLabels } from './document-texts.ts';
import { useDocumentFile } from './use-document-files.ts';

const levels = [
  { value: 'N2', label: 'Identidade verificada', hint: 'Uma pessoa da equipe confere.' },
  {
    value: 'N3',
    label: 'Identidade verificada e nível 3',
    hint: 'Duas pessoas da equipe conferem. O nível 3 aumenta seus limites de venda e saque.',
  },
];

// Most accounts have declared who they are.
const PersonFields = lazyPart(() =>
  import('./person-fields.tsx').then((module) => ({ default: module.PersonFields })),
);

/** Which document, for which level, its end and its pictures (§4.14). */
export function DocumentForm({
  documents: { declared, selfie, approved },
  onSent,
}: {
  documents: OwnDocuments;
  onSent: () => Promise<void>;
}) {
  const level = approved?.level ?? 'N2';
  const [isTypedCompany, setIsTypedCompany] = useState(false);
  const isCompany = declared?.isCompany ?? isTypedCompany;
  const kinds = documentKinds.filter((each) => (each === 'company') === isCompany);
  const [chosen, setChosen] = useState<DocumentKind>(kinds[0]!);
  const kind = kinds.includes(chosen) ? chosen : kinds[0]!;
  const files = {
    front: useDocumentFile('front'),
    back: useDocumentFile('back'),
    selfie: useDocumentFile('selfie'),
  };
  const { formProps, errors, problem, pending } = useSubmission(sendDocuments, {
    read: (form) => ({
      ...typedOf(form),
      ...(!declared && personOf(form)),
      kind,
      ...idsOf(files),
    }),
    onDone: async () => {
      aviso.sucesso('Documentos enviados', 'A equipe confere e avisa você.');
      await onSent();
    },
  });
  const isSending = Object.values(files).some((file) => file.isSending);
  return (
    <form {...formProps} method="post" className="flex max-w-160 flex-col gap-5">
      <ProblemBanner problem={problem} />
      <FieldSet label="Para quê" error={errors.level} announceError>
        <RadioGroup name="level" defaultValue={level} options={levels} aria-label="Para quê" />
      </FieldSet>
      {!declared && (
        <Suspense fallback={null}>
          <PersonFields errors={errors} onIsCompany={setIsTypedCompany} />
        </Suspense>
      )}
      <Field label="Documento" error={errors.kind} announceError>
        <Select
          value={kind}
          options={kinds.map((value) => ({ value, label: kindLabels[value] }))}
          onValueChange={(value) => setChosen(value as DocumentKind)}
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
      <PartFields files={files} errors={errors} isBackNeeded={kind === 'rg'} selfie={selfie} />
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

type Files = Record<DocumentPart, ReturnType<typeof useDocumentFile>>;

function idsOf({ front, back, selfie }: Files) {
  return {
    frontId: front.id ?? 0,
    ...(back.id && { backId: back.id }),
    ...(selfie.id && { selfieId: selfie.id }),
  };
}

function textOf(form: FormData, name: string): string {
  return String(form.get(name) ?? '');
}

function typedOf(form: FormData) {
  const expiresOn = textOf(form, 'expiresOn');
  return { level: textOf(form, 'level') as DocumentLevel, ...(expiresOn && { expiresOn }) };
}

/** Who the person is, where the account does not declare it. */
function personOf(form: FormData) {
  const taxType = textOf(form, 'taxType') as TaxType | '';
  return {
    fullName: textOf(form, 'fullName'),
    birthDate: textOf(form, 'birthDate'),
    document: textOf(form, 'document'),
    ...(taxType && { taxType }),
  };
}

const filePrompt = 'Foto ou PDF de até 10 MB';
const pictures = 'image/jpeg,image/png,image/webp';

interface PartFieldProps {
  part: DocumentPart;
  file: ReturnType<typeof useDocumentFile>;
  error: string | undefined;
  prompt: string;
}

/** One side of the document, or the selfie, which is a photo. */
function PartField({ part, file, error, prompt }: PartFieldProps) {
  const isSelfie = part === 'selfie';
  return (
    <FieldSet label={partLabels[part]} error={error} announceError>
      <FileUpload
        accept={isSelfie ? pictures : documentLimits.file.types.join(',')}
        maxBytes={documentLimits.file.maxBytes}
        wrongType={isSelfie ? 'Envie uma foto.' : 'Envie uma foto ou um PDF.'}
        prompt={prompt}
        items={file.items}
        onFiles={([first]) => first && file.choose(first)}
        onRetry={file.retry}
        onRemove={file.remove}
      />
    </FieldSet>
  );
}

function PartFields({
  files,
  errors,
  isBackNeeded,
  selfie,
}: {
  files: Files;
  errors: Record<string, string>;
  isBackNeeded: boolean;
  selfie: boolean;
}) {
  return (
    <>
      <PartField part="front" file={files.front} error={errors.frontId} prompt={filePrompt} />
      <PartField
        part="back"
        file={files.back}
        error={errors.backId}
        prompt={isBackNeeded ? filePrompt : `Se houver. ${filePrompt}`}
      />
      {selfie && (
        <PartField
          part="selfie"
          file={files.selfie}
          error={errors.selfieId}
          prompt="Foto do seu rosto com o documento na mão"
        />
      )}
    </>
  );
}
