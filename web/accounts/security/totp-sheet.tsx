import type { ReactNode } from 'react';
import { Suspense, useRef, useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import type { beginTotp } from '#contract/accounts/second-factors.ts';
import { confirmTotp } from '#contract/accounts/second-factors.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { CopyButton } from '#web/ui/buttons/copy-button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { OtpInput } from '#web/ui/forms/otp-input.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';

const QrCode = lazyPart(() => import('qrcode.react').then((module) => ({ default: module.QRCodeSVG })));

export type Secret = Reply<typeof beginTotp>;

/** Sets up an authenticator app: scan the QR code, type the code, save the recovery codes. */
export function TotpSheet({ secret, onClose }: { secret: Secret; onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <Sheet
      open
      dismissable={codes === null}
      onOpenChange={(open) => !open && onClose()}
      title={codes ? 'Guarde seus códigos reserva' : 'Ativar aplicativo autenticador'}
    >
      {codes ? (
        <RecoveryCodeList codes={codes} onConfirmed={onClose} />
      ) : (
        <Confirm secret={secret} onCodes={setCodes} />
      )}
    </Sheet>
  );
}

function Confirm({ secret, onCodes }: { secret: Secret; onCodes: (codes: readonly string[]) => void }) {
  const withProof = useStepUp();
  // A ref, because the sixth digit submits the form before the next render.
  const code = useRef('');
  const { formProps, errors, problem, pending, send } = useSubmission(confirmTotp, {
    read: () => ({ code: code.current }),
    fieldOf: { wrong_code: 'code' },
    withProof,
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  return (
    <form {...formProps} method="post" className="flex flex-col gap-6">
      <ol className="flex flex-col gap-6">
        <Step number={1} title="Leia este QR code no aplicativo">
          <p className="text-sm text-ink-2">
            Serve qualquer autenticador, como Google Authenticator, Aegis ou o do seu gerenciador de senhas.
          </p>
          <div className="flex size-50 items-center justify-center self-center rounded-lg border border-border bg-photo-ink p-1 text-qr-ink">
            <Suspense fallback={<Skeleton className="size-46" />}>
              <QrCode
                value={secret.uri}
                size={184}
                marginSize={2}
                fgColor="currentColor"
                bgColor="transparent"
                title="QR code do aplicativo autenticador"
              />
            </Suspense>
          </div>
          <p className="text-sm text-ink-2">No mesmo celular? Copie a chave e cole no aplicativo:</p>
          <p className="rounded-md bg-surface-2 px-3 py-2.5 font-mono text-sm wrap-anywhere">
            {secret.secret.replace(/(.{4})(?=.)/g, '$1 ')}
          </p>
          <CopyButton
            text={secret.secret}
            label="Copiar chave"
            copiedLabel="Chave copiada"
            className="self-start"
          />
        </Step>
        <Step number={2} title="Digite o código que aparece lá">
          <ProblemBanner problem={problem} />
          <Field label="Código do aplicativo" error={errors.code} announceError>
            <OtpInput
              onValueChange={(digits) => {
                code.current = digits;
              }}
              onComplete={() => void send()}
            />
          </Field>
          <p className="text-sm text-ink-2">Os outros aparelhos vão precisar entrar de novo.</p>
        </Step>
      </ol>
      <Button type="submit" full loading={pending}>
        Ativar aplicativo
      </Button>
    </form>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex flex-col gap-3">
      <h3 className="text-h3">
        <span className="text-ink-3 tabular-nums">{number}. </span>
        {title}
      </h3>
      {children}
    </li>
  );
}
