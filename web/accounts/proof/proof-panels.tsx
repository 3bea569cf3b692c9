import { KeyRound } from '#web/ui/icons/icons.tsx';
import type { FormEvent, ReactNode } from 'react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createProofChallenge } from '#contract/accounts/sessions.ts';
import { api, ApiError } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { OtpInput } from '#web/ui/forms/otp-input.tsx';
import { PasswordInput } from '#web/ui/forms/password-input.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { ResendButton } from '#web/accounts/verification/resend-button.tsx';
import type { CurrentSession } from './use-current-session.ts';
import type { Proving } from './use-proof.ts';

interface PanelProps {
  proving: Proving;
  trustDevice: boolean | undefined;
}

interface CodeProofProps extends PanelProps {
  method: 'totp' | 'email';
  sentence?: ReactNode;
  /** Called when the code had expired. */
  onExpired?: () => void;
}

/** Six digits, submitted at the last one; a wrong code clears the field and keeps the focus. */
export function CodeProof({ proving, trustDevice, method, sentence, onExpired }: CodeProofProps) {
  const [code, setCode] = useState('');
  const [expired, setExpired] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { inputError, pending } = proving;
  useEffect(() => input.current?.focus(), []);

  async function send(digits: string): Promise<void> {
    if (pending) return;
    setExpired(false);
    const refusal = await proving.prove({ method, code: digits, trustDevice });
    if (!refusal) return;
    setCode('');
    input.current?.focus();
    setExpired(refusal.code === 'code_expired');
    if (refusal.code === 'code_expired') onExpired?.();
  }

  const errorMessage =
    expired && method === 'email' ? 'Este código venceu. Enviamos outro.' : errorText(inputError);
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.length === 6) void send(code);
        else input.current?.focus();
      }}
    >
      <p className="text-body text-ink-2">{sentence ?? 'Digite o código de 6 números do aplicativo.'}</p>
      <Field label="Código" error={errorMessage} announceError>
        <OtpInput
          ref={input}
          value={code}
          onValueChange={setCode}
          onComplete={(digits) => void send(digits)}
        />
      </Field>
      <Button type="submit" size="lg" full loading={pending}>
        Confirmar
      </Button>
    </form>
  );
}

function errorText(fault: ApiError | null): string | undefined {
  if (!fault) return undefined;
  return fault.fields.code ?? fault.detail;
}

interface EmailProofProps extends PanelProps {
  session: CurrentSession;
  /** When this page requested a code; null when it has not. */
  mailedAt: number | null;
  onEmailSent: (at: number) => void;
}

/** A code by e-mail: requested on mount, again by a press, and automatically when the last one has expired. */
export function EmailProof({ session, mailedAt, onEmailSent, ...panel }: EmailProofProps) {
  const [waitSeconds, setWaitSeconds] = useState<number | null>(
    mailedAt !== null || session.resendAfterSeconds > 0 ? session.resendAfterSeconds : null,
  );
  const [problem, setProblem] = useState<ApiError | null>(null);
  const requested = useRef(waitSeconds !== null);

  async function sendCode(): Promise<number> {
    const answer = await api(createProofChallenge, { body: { method: 'email' } });
    onEmailSent(Date.now());
    setProblem(null);
    return answer.resendAfterSeconds;
  }

  function sendFirstCode(): void {
    sendCode().then(setWaitSeconds, (error: unknown) => {
      if (error instanceof ApiError) setProblem(error);
      setWaitSeconds(0);
    });
  }

  const onMount = useEffectEvent(sendFirstCode);
  useEffect(() => {
    if (requested.current) return;
    requested.current = true;
    onMount();
  }, []);

  return (
    <>
      <ProblemBanner problem={problem} wait="Espere" />
      <CodeProof
        {...panel}
        method="email"
        onExpired={sendFirstCode}
        sentence={
          <>
            Digite o código de 6 números do e-mail. Mandamos para{' '}
            <strong className="font-semibold wrap-anywhere text-ink">{session.emailHint}</strong>.
          </>
        }
      />
      {waitSeconds !== null && (
        <ResendButton
          key={waitSeconds}
          label="Reenviar código"
          sentText="Enviamos outro código. O mais recente é o que vale."
          waitSeconds={waitSeconds}
          send={sendCode}
          className="-mt-2 flex flex-col items-start gap-2"
        />
      )}
    </>
  );
}

/** One of the ten recovery codes. */
export function RecoveryProof({ proving, trustDevice }: PanelProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const [short, setShort] = useState(false);
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        const code = fieldOf(event, 'code').trim();
        setShort(code.length < 10);
        if (code.length < 10) return input.current?.focus();
        void proving.prove({ method: 'recovery', code, trustDevice });
      }}
    >
      <p className="text-body text-ink-2">
        Digite um dos códigos reserva que você guardou. Cada um vale uma vez.
      </p>
      <Field
        label="Código reserva"
        error={short ? 'Digite os 10 caracteres.' : errorText(proving.inputError)}
        announceError
      >
        <TextInput
          ref={input}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          className="font-mono"
        />
      </Field>
      <Button type="submit" size="lg" full loading={proving.pending}>
        Confirmar
      </Button>
    </form>
  );
}

/** The password, for people without a second factor. */
export function PasswordProof({ proving }: PanelProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const [empty, setEmpty] = useState(false);
  const errorMessage = empty
    ? 'Informe sua senha.'
    : proving.inputError && 'Senha incorreta. Confira e tente de novo.';
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        const password = fieldOf(event, 'password');
        setEmpty(password === '');
        if (password === '') return input.current?.focus();
        void proving.prove({ method: 'password', password }).then((refusal) => {
          if (refusal) input.current?.focus();
        });
      }}
    >
      <Field label="Senha" error={errorMessage} announceError>
        <PasswordInput ref={input} name="password" autoComplete="current-password" enterKeyHint="go" />
      </Field>
      <Button type="submit" size="lg" full loading={proving.pending}>
        Confirmar
      </Button>
    </form>
  );
}

/** The browser's passkey dialog: fingerprint, face or PIN. */
export function PasskeyProof({ proving, trustDevice }: PanelProps) {
  return (
    <div className="flex flex-col gap-5">
      <p className="text-body text-ink-2">Use a digital, o rosto ou o PIN deste aparelho.</p>
      <Button
        size="lg"
        full
        icon={<KeyRound aria-hidden="true" />}
        loading={proving.pending}
        onClick={() => void proving.proveByPasskey(trustDevice)}
      >
        Confirmar com chave de acesso
      </Button>
    </div>
  );
}

function fieldOf(event: FormEvent<HTMLFormElement>, name: string): string {
  event.preventDefault();
  return String(new FormData(event.currentTarget).get(name) ?? '');
}
