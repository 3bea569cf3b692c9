import { useEffect, useRef, useState } from 'react';
import type { confirmEmailByCode, confirmPhone } from '#contract/accounts/account.ts';
import type { Reply } from '#contract/endpoint.ts';
import { api, ApiError } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { OtpInput } from '#web/ui/forms/otp-input.tsx';

interface CodeFormProps {
  endpoint: typeof confirmEmailByCode | typeof confirmPhone;
  label: string;
  /** «Confirmar e-mail». */
  action: string;
  /** Takes the focus on mount, when it is the page's main field. */
  focused?: boolean;
  onDone: (answer: Reply<typeof confirmEmailByCode> | Reply<typeof confirmPhone>) => Promise<void> | void;
}

/** A form for a six-digit code, submitted at the last digit. */
export function CodeForm({ endpoint, label, action, focused = false, onDone }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const [incomplete, setIncomplete] = useState(false);
  const [pending, setPending] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) input.current?.focus();
  }, [focused]);

  async function send(digits: string): Promise<void> {
    if (pending) return;
    setIncomplete(digits.length < 6);
    setRefusal(null);
    if (digits.length < 6) return input.current?.focus();
    setPending(true);
    try {
      await onDone(await api(endpoint, { body: { code: digits } }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(error);
      setCode('');
      input.current?.focus();
    } finally {
      setPending(false);
    }
  }

  const isCodeError = refusal !== null && ['wrong_code', 'code_expired'].includes(refusal.code);
  return (
    <form
      noValidate
      className="flex w-full flex-col items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send(code);
      }}
    >
      <ProblemBanner problem={isCodeError ? null : refusal} />
      <Field
        label={label}
        error={incomplete ? 'Digite os 6 números do código.' : isCodeError ? refusal.detail : undefined}
        announceError
      >
        <OtpInput
          ref={input}
          value={code}
          onValueChange={(digits) => {
            setCode(digits);
            setIncomplete(false);
          }}
          onComplete={(digits) => void send(digits)}
        />
      </Field>
      <Button type="submit" loading={pending}>
        {action}
      </Button>
    </form>
  );
}
