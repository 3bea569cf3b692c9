import { useState } from 'react';
import { ApiError } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useTimeLeft } from '#web/live/time-left.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatDuration } from '#web/ui/data/formats.ts';

interface ResendButtonProps {
  /** «Reenviar link». */
  label: string;
  /** The text after sending again. */
  sentText: string;
  /** Seconds before the first resend. */
  waitSeconds: number;
  /** Sends again; resolves to the seconds before the next resend. */
  send: () => Promise<number>;
  variant?: 'primary' | 'secondary' | 'quiet';
  className?: string;
}

/** Sends an e-mail or a code again, with a countdown until the next resend: «Reenviar em 0:48». */
export function ResendButton({ label, sentText, waitSeconds, send, variant, className }: ResendButtonProps) {
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [pending, setPending] = useState(false);
  const [sent, setSent] = useState(false);
  const [until, setUntil] = useState(() => Date.now() + waitSeconds * 1000);
  const leftMs = useTimeLeft(until);

  async function resend(): Promise<void> {
    setPending(true);
    setProblem(null);
    setSent(false);
    try {
      setUntil(Date.now() + (await send()) * 1000);
      setSent(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    } finally {
      setPending(false);
    }
  }

  return (
    <div className={className ?? 'flex w-full flex-col items-start gap-3'}>
      <ProblemBanner problem={problem} />
      <Button
        variant={variant ?? 'secondary'}
        loading={pending}
        onClick={() => void resend()}
        disabledReason={leftMs > 0 ? 'Espere um pouco entre um envio e outro.' : undefined}
      >
        {/* Rounded up, so that the countdown starts at its full value. */}
        {leftMs > 0 ? `Reenviar em ${formatDuration(leftMs + 999)}` : label}
      </Button>
      <output className="text-sm text-ink-2 empty:hidden">{sent ? sentText : ''}</output>
    </div>
  );
}
