import type { FormEvent } from 'react';
import { useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import { createPasskey } from '#contract/accounts/second-factors.ts';
import { ApiError } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { keyName } from './key-name.ts';
import { creationFailure, makePasskey } from './new-passkey.ts';

type Created = Reply<typeof createPasskey>;

interface NewPasskeyDialogProps {
  onClose: () => void;
  onCreated: (passkey: Created['passkey'], recoveryCodes: Created['recoveryCodes']) => void;
}

/** Asks for a name, then opens the browser's dialog. */
export function NewPasskeyDialog({ onClose, onCreated }: NewPasskeyDialogProps) {
  const withProof = useStepUp();
  const [name, setName] = useState(() => keyName(navigator.userAgent));
  const [nameMissing, setNameMissing] = useState(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  async function create(event: FormEvent): Promise<void> {
    event.preventDefault();
    setNameMissing(name.trim() === '');
    if (pending || name.trim() === '') return;
    setPending(true);
    setProblem(null);
    setFailure(null);
    try {
      const { passkey, recoveryCodes } = await withProof(() => makePasskey(name.trim()));
      onCreated(passkey, recoveryCodes);
    } catch (error) {
      if (error instanceof ApiError) setProblem(error);
      else setFailure(creationFailure(error));
    } finally {
      setPending(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Criar chave de acesso"
      description="O aparelho vai pedir seu rosto, seu dedo ou seu PIN. Nada disso sai dele."
    >
      <form onSubmit={(event) => void create(event)} noValidate method="post" className="flex flex-col gap-5">
        <ProblemBanner problem={problem} />
        {failure && (
          <Banner tone="danger" role="alert">
            {failure}
          </Banner>
        )}
        <Field
          label="Nome da chave"
          hint="Para você reconhecer depois."
          error={nameMissing && 'Dê um nome à chave.'}
          announceError
        >
          <TextInput
            name="name"
            maxLength={60}
            autoComplete="off"
            enterKeyHint="go"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Button type="submit" full loading={pending}>
          Criar chave
        </Button>
      </form>
    </Dialog>
  );
}
