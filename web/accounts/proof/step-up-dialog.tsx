import { ApiError } from '#web/api/api.ts';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx';
import { ProofForm } from './proof-form.tsx';
import { useCurrentSession } from './use-current-session.ts';

/** «Confirme que é você»: a dialog over the page, so that typed text is not lost. */
export function StepUpDialog({ onDone }: { onDone: (proved: boolean) => void }) {
  const { signIn } = useSession();
  const { session, reload } = useCurrentSession();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onDone(false)}
      title="Confirme que é você"
      description="Pedimos isto antes de mexer em dinheiro ou na segurança da conta."
    >
      {session === null && (
        <Loading name="a confirmação">
          <Skeleton className="h-14 w-80 max-w-full rounded-md" />
          <Skeleton className="mt-5 h-13 w-full rounded-md" />
        </Loading>
      )}
      {session instanceof ApiError && (
        <div className="flex flex-col items-start gap-4">
          <p role="alert">{session.detail}</p>
          <Button onClick={reload}>Tentar de novo</Button>
        </div>
      )}
      {session && !(session instanceof ApiError) && (
        <ProofForm
          session={session}
          onEnded={() => onDone(false)}
          onProved={async ({ token }) => {
            if (token) await signIn(token);
            onDone(true);
          }}
        />
      )}
    </Dialog>
  );
}
