import type { ReactNode } from 'react';
import { createContext, Suspense, use, useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#web/api/api.ts';
import { securityPath } from '#web/api/guard.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { fullPath } from '#web/accounts/sign-in/return-path.ts';

/** Runs an action; when the server requires a proof of identity, asks for it and runs the action again. */
export type WithProof = <T>(action: () => Promise<T>) => Promise<T>;

const StepUpContext = createContext<WithProof>((action) => action());

/**
 * The proof of identity required for money, Pix key and e-mail changes. `step_up_required` opens «Confirme que é você»
 * and repeats the action after the proof; when the person closes it, the error reaches the caller.
 * `second_factor_required` leads to the account's security screen, with the way back to this address.
 */
export function useStepUp(): WithProof {
  return use(StepUpContext);
}

const StepUpDialog = lazyPart(() =>
  import('./step-up-dialog.tsx').then((module) => ({ default: module.StepUpDialog })),
);

/** Renders the dialog; mounted once around all pages. */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const [pendingProof, setPendingProof] = useState<{ resolve: (proved: boolean) => void } | null>(null);
  const running = useRef<Promise<boolean>>(null);

  /** Concurrent calls that need a proof share one dialog. */
  const prove = useCallback((): Promise<boolean> => {
    running.current ??= new Promise<boolean>((resolve) => setPendingProof({ resolve })).finally(() => {
      running.current = null;
      setPendingProof(null);
    });
    return running.current;
  }, []);

  const withProof = useCallback<WithProof>(
    async (action) => {
      for (;;) {
        try {
          // Each attempt must follow the proof that the previous one lacked.
          // oxlint-disable-next-line no-await-in-loop
          return await action();
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          if (error.code === 'second_factor_required') void navigate(securityPath(fullPath(window.location)));
          if (error.code !== 'step_up_required') throw error;
          // oxlint-disable-next-line no-await-in-loop
          if (!(await prove())) throw error;
        }
      }
    },
    [navigate, prove],
  );

  return (
    <StepUpContext value={withProof}>
      {children}
      {pendingProof && (
        <Suspense>
          <StepUpDialog onDone={pendingProof.resolve} />
        </Suspense>
      )}
    </StepUpContext>
  );
}
