import { useEffect, useState } from 'react';
import { resendEmailConfirmation } from '#contract/account.ts';
import { getUser } from '#contract/accounts.ts';
import { api, ApiError } from '#web/api.ts';
import { ProblemBanner } from '#web/problem-banner.tsx';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { formatDuration } from '#web/ui/formats.ts';
import { VerificationText } from './verification-parts.tsx';

const pollMs = 5_000;
const resendPauseMs = 60_000;

/** The link is in the mailbox. Confirming it in another tab or on the phone moves this page on by itself. */
export function WaitForConfirmation({ email }: { email: string }) {
  const { reload } = useSession();
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === 'hidden') return;
      void api(getUser).then(
        (user) => void (user.email_verified && reload()),
        () => undefined,
      );
    };
    const timer = setInterval(ask, pollMs);
    window.addEventListener('focus', ask);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', ask);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [reload]);
  return (
    <VerificationText title="Confirme seu e-mail">
      <p>
        Mandamos um link para <strong className="font-semibold break-all text-ink">{email}</strong>. Abra o
        e-mail e toque no link. Olhe também o spam.
      </p>
      <Resend />
    </VerificationText>
  );
}

function Resend() {
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [pending, setPending] = useState(false);
  const [sentAt, setSentAt] = useState<number | null>(null);
  const leftMs = useTimeLeft(sentAt === null ? null : sentAt + resendPauseMs);

  async function resend(): Promise<void> {
    setPending(true);
    setProblem(null);
    try {
      await api(resendEmailConfirmation);
      setSentAt(Date.now());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    } finally {
      setPending(false);
    }
  }

  return (
    <div className="flex w-full flex-col items-start gap-4">
      {sentAt !== null && <Banner tone="success">Enviamos outro link. O mais recente é o que vale.</Banner>}
      <ProblemBanner problem={problem} />
      <Button
        loading={pending}
        onClick={() => void resend()}
        disabledReason={leftMs > 0 ? 'Espere um minuto entre um envio e outro.' : undefined}
      >
        {leftMs > 0 ? `Reenviar em ${formatDuration(leftMs)}` : 'Reenviar link'}
      </Button>
    </div>
  );
}

function useTimeLeft(until: number | null): number {
  const [leftMs, setLeftMs] = useState(0);
  useEffect(() => {
    if (until === null) return;
    const tick = () => setLeftMs(Math.max(0, until - Date.now()));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [until]);
  return leftMs;
}
