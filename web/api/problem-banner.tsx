import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import type { ApiError } from './api.ts';
import { Banner, scrollIntoSight } from '#web/ui/page/banner.tsx';
import { formatCount } from '#web/ui/data/formats.ts';

interface ProblemBannerProps {
  problem: ApiError | null;
  action?: ReactNode;
  /** The text before the remaining seconds of «too many requests». */
  wait?: 'Tente de novo em' | 'Espere';
}

/** An API error that belongs to no field, shown inside the form and scrolled into view. «Too many requests» counts its seconds down. */
export function ProblemBanner({ problem, action, wait = 'Tente de novo em' }: ProblemBannerProps) {
  if (!problem) return null;
  const seconds = Number(problem.meta.retryAfterSeconds ?? 0);
  return (
    <Banner
      ref={scrollIntoSight}
      tone="danger"
      role="alert"
      action={
        problem.meta.appealKey ? (
          // The person of a closed account cannot sign in (N04).
          <a
            href={`/recurso#${String(problem.meta.appealKey)}`}
            className="font-semibold underline underline-offset-4"
          >
            Ler a decisão e recorrer
          </a>
        ) : problem.code === 'terms_changed' ? (
          // A new tab, so that the typed text stays here.
          <a
            href={`/termos?versao=${Number(problem.meta.version)}`}
            target="_blank"
            rel="noreferrer"
            className="font-semibold underline underline-offset-4"
          >
            Ler e aceitar
          </a>
        ) : (
          action
        )
      }
    >
      {problem.code === 'too_many_requests' && seconds > 0 ? (
        <TryAgainIn key={`${seconds}|${problem.detail}`} seconds={seconds} wait={wait} />
      ) : (
        problem.detail
      )}
    </Banner>
  );
}

function TryAgainIn({ seconds, wait }: { seconds: number; wait: string }) {
  const [until] = useState(() => Date.now() + seconds * 1000);
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000))), 500);
    return () => clearInterval(timer);
  }, [until]);
  if (left === 0) return <>Você já pode tentar de novo.</>;
  return (
    <>
      Muitas tentativas.{' '}
      <span aria-live="off" className="tabular-nums">
        {wait} {formatCount(left, 'segundo', 'segundos')}.
      </span>
    </>
  );
}
