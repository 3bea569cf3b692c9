import { Suspense, useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { ApiError } from '#web/api/api.ts';
import { sessionToken } from '#web/ui/storage/session-token.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx';
import { AuthHeader } from './auth-parts.tsx';
import { authPath } from './return-path.ts';
import { useCurrentSession } from '#web/accounts/proof/use-current-session.ts';

const loadForm = () =>
  import('#web/accounts/proof/proof-form.tsx').then((module) => ({ default: module.ProofForm }));
/** Loads in parallel with the session; the other sign-in pages do not need it. */
const ProofForm = lazyPart(loadForm);

/** A constant, because `Navigate` navigates again whenever it gets a new object. */
const endedState = {
  notice:
    'Foram muitos códigos errados e esta tentativa de entrada foi encerrada. Entre de novo para continuar.',
};

/** `/auth/twofactor`: the second step of a sign-in. Without a session it redirects to sign-in. */
export function SecondStep({ returnTo }: { returnTo: string }) {
  const { user, loading, forgetSession } = useSession();
  const [ended, setEnded] = useState(false);
  const signedOut = !loading && user.id <= 0;
  if (signedOut)
    return <Navigate to={authPath('login', returnTo)} state={ended ? endedState : null} replace />;
  return (
    <>
      <AuthHeader title="Confirme que é você" />
      {user.id > 0 ? (
        <Pending
          onEnded={() => {
            setEnded(true);
            forgetSession();
          }}
        />
      ) : (
        <LoadingStep />
      )}
    </>
  );
}

function Pending({ onEnded }: { onEnded: () => void }) {
  const { signIn } = useSession();
  const { session, reload } = useCurrentSession();
  useEffect(() => void loadForm().catch(() => undefined), []);
  if (session === null) return <LoadingStep />;
  if (session instanceof ApiError)
    return session.code === 'unauthenticated' ? (
      <SessionOver onSignInAgain={onEnded} />
    ) : (
      <div className="flex flex-col items-start gap-4 text-body text-ink-2">
        <p role="alert">{session.detail}</p>
        <Button onClick={reload}>Tentar de novo</Button>
      </div>
    );
  return (
    <Suspense fallback={<LoadingStep />}>
      <ProofForm
        session={session}
        offerTrust
        onEnded={onEnded}
        onProved={async ({ token }) => {
          await signIn(token ?? sessionToken.read() ?? '');
        }}
      />
    </Suspense>
  );
}

/** The session ended before its second step was shown. */
function SessionOver({ onSignInAgain }: { onSignInAgain: () => void }) {
  return (
    <div className="flex flex-col items-start gap-4 text-body text-ink-2">
      <p role="alert">Esta tentativa de entrada expirou. Entre de novo para continuar.</p>
      <Button onClick={onSignInAgain}>Entrar de novo</Button>
    </div>
  );
}

function LoadingStep() {
  return (
    <Loading name="a confirmação">
      <Skeleton className="h-6 w-4/5" />
      <Skeleton className="mt-6 h-14 w-80 max-w-full rounded-md" />
      <Skeleton className="mt-6 h-13 w-full rounded-md" />
    </Loading>
  );
}
