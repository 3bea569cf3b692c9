import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { listSignInProviders } from '#contract/accounts/identities.ts';
import { DemoHint } from '#web/accounts/sign-in/auth-parts.tsx';
import type { OpenedSession } from '#web/accounts/sign-in/password-form.tsx';
import { PasswordForm } from '#web/accounts/sign-in/password-form.tsx';
import { authPath, fullPath } from '#web/accounts/sign-in/return-path.ts';
import { InlineSecondStep } from '#web/accounts/sign-in/inline-second-step.tsx';
import { api } from '#web/api/api.ts';
import { sessionToken } from '#web/ui/storage/session-token.ts';
import { useSettings } from '#web/settings/site-settings.ts';
import { useSession } from '#web/session.tsx';
import { Banner } from '#web/ui/page/banner.tsx';
import { focusField } from '#web/ui/overlays/overlay.ts';

interface BuySignInProps {
  secondStep: boolean;
  onSecondStep: (missing: boolean) => void;
}

/** Signs a buyer in inside the sheet. Methods that need their own screen return to the sheet. */
export function BuySignIn({ secondStep, onSecondStep }: BuySignInProps) {
  const { signIn } = useSession();
  const [ended, setEnded] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const pendingSession = usePendingSession();
  useEffect(() => {
    // The sheet opened before this code loaded and focused itself.
    if (document.activeElement === form.current?.closest('[role=dialog]')) focusField(form.current);
  }, []);

  async function open({ token, user }: OpenedSession): Promise<void> {
    setEnded(false);
    if (user.twofactor !== 'pending') return void (await signIn(token));
    pendingSession.begin(token);
    onSecondStep(true);
  }

  function end(): void {
    pendingSession.end();
    sessionToken.clear();
    setEnded(true);
    onSecondStep(false);
  }

  if (secondStep)
    return (
      <InlineSecondStep
        onEnded={end}
        onToken={async (token) => {
          pendingSession.end();
          await signIn(token);
        }}
      />
    );
  return (
    <div ref={form} className="flex flex-col gap-3">
      {ended && (
        <Banner tone="warning" role="alert">
          Esta tentativa de entrada expirou. Entre de novo para continuar.
        </Banner>
      )}
      <FirstStep onOpened={open} />
    </div>
  );
}

function FirstStep({ onOpened }: { onOpened: (opened: OpenedSession) => Promise<void> }) {
  // The open sheet and the quantity are part of the address.
  const returnPath = fullPath(useLocation());
  const demo = useSettings()?.demo ?? false;
  const providers = useProviderNames();
  return (
    <>
      <PasswordForm returnTo={returnPath} replace onOpened={onOpened} />
      <ul aria-label="Outros meios de entrar" className="flex flex-col items-start">
        <li className="text-body text-ink-2">
          Ainda não tem conta?{' '}
          <Link to={authPath('register', returnPath)} replace className={methodStyles}>
            Criar conta
          </Link>
        </li>
        {providers.map((name) => (
          <li key={name}>
            <Link to={authPath('login', returnPath)} replace className={methodStyles}>
              Entrar com {name}
            </Link>
          </li>
        ))}
      </ul>
      <DemoHint demo={demo} />
    </>
  );
}

const methodStyles =
  'inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-2';

/** A provider's button may appear only on the sign-in screen. Without an answer that method is not offered. */
function useProviderNames(): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    api(listSignInProviders).then(
      ({ items }) => setNames(items.map(({ name }) => name)),
      () => undefined,
    );
  }, []);
  return names;
}

/** A session that still needs its second factor is kept for that step; closing the sheet ends it. */
function usePendingSession() {
  const { signOut } = useSession();
  const token = useRef<string | null>(null);
  const latest = useRef(signOut);
  useEffect(() => {
    latest.current = signOut;
  });
  useEffect(
    () => () => {
      if (token.current !== null && sessionToken.read() === token.current) void latest.current();
    },
    [],
  );
  return {
    begin: (opened: string) => {
      token.current = opened;
      sessionToken.write(opened);
    },
    end: () => {
      token.current = null;
    },
  };
}
