import { useState } from 'react';
import { ApiError } from '#web/api/api.ts';
import { useStepUp } from './proof/step-up.tsx';

/**
 * A server call started by a press, with a proof of identity if required. `run` resolves to whether it succeeded; the
 * error stays on the screen until the next attempt.
 */
export function useActionWithProof() {
  const withProof = useStepUp();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);

  async function run(call: () => Promise<unknown>): Promise<boolean> {
    if (pending) return false;
    setPending(true);
    setProblem(null);
    try {
      await withProof(call);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
      return false;
    } finally {
      setPending(false);
    }
  }

  return { run, pending, problem, forget: () => setProblem(null) };
}
