import type { ReactNode } from 'react';
import { createContext, Suspense, use, useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#web/api/api.ts';
import { securityPath } from '#web/api/guard.ts';
import { lazyPart } from '#web/boot/lazy-part.ts';
import { wholeAddress } from '#web/accounts/sign-in/return-path.ts';

/** Runs an action; a refusal for want of a proof is answered by asking for it and running the action again. */
export type WithProof = <T>(action: () => Promise<T>) => Promise<T>;

const StepUpContext = createContext<WithProof>((action) => action());

/**
 * The proof that money, key and e-mail changes ask for. `step_up_required` opens «Confirme que é você» and repeats
 * the action after the proof; when the person closes it the refusal reaches the caller.
 * `second_factor_required` leads to the account's security screen, with the way back to this address.
 */
export function useStepUp(): WithProof {
  return use(StepUpContext);
}

const StepUpDialog = lazyPart(() =>
  import('./step-up-dialog.tsx').then((module) => ({ default: module.StepUpDialog })),
);

/** Holds the dialog: once, around every page. */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<{ settle: (proved: boolean) => void } | null>(null);
  const asking = useRef<Promise<boolean>>(null);

  /** Several calls that lack it at once wait for one proof. */
  const prove = useCallback((): Promise<boolean> => {
    asking.current ??= new Promise<boolean>((settle) => setAsked({ settle })).finally(() => {
      asking.current = null;
      setAsked(null);
    });
    return asking.current;
  }, []);

  const withProof = useCallback<WithProof>(
    async (action) => {
      for (;;) {
        try {
          // One try after another is the point: the next follows the proof that the last one lacked.
          // oxlint-disable-next-line no-await-in-loop
          return await action();
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          if (error.code === 'second_factor_required')
            void navigate(securityPath(wholeAddress(window.location)));
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
      {asked && (
        <Suspense>
          <StepUpDialog onDone={asked.settle} />
        </Suspense>
      )}
    </StepUpContext>
  );
}
