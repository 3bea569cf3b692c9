import { ApiError } from '#web/api/api.ts';
import { sessionToken } from '#web/ui/storage/session-token.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx';
import { ProofForm } from '#web/accounts/proof/proof-form.tsx';
import { useCurrentSession } from '#web/accounts/proof/use-current-session.ts';

interface InlineSecondStepProps {
  /** Called when both steps are done. */
  onToken: (token: string) => Promise<void>;
  /** Called when the session has ended: too many wrong codes, or it was ended elsewhere. */
  onEnded: () => void;
}

/** The second step of the session whose token was just stored, inside the dialog of the first step. */
export function InlineSecondStep({ onToken, onEnded }: InlineSecondStepProps) {
  const { session, reload } = useCurrentSession();
  if (session === null)
    return (
      <Loading name="a confirmação">
        <Skeleton className="h-14 w-80 max-w-full rounded-md" />
        <Skeleton className="mt-5 h-13 w-full rounded-md" />
      </Loading>
    );
  if (session instanceof ApiError)
    return (
      <div className="flex flex-col items-start gap-4">
        <p role="alert">{session.detail}</p>
        <Button onClick={session.code === 'unauthenticated' ? onEnded : reload}>Tentar de novo</Button>
      </div>
    );
  return (
    <ProofForm
      session={session}
      offerTrust
      onEnded={onEnded}
      onProved={({ token }) => onToken(token ?? sessionToken.read() ?? '')}
    />
  );
}
