import { useState } from 'react';
import { ApiError } from './api.ts';

/** The state of an action: whether it is running, and the API error it ended with. Other errors are rethrown. */
export function useAction() {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);

  async function run(work: () => Promise<void>): Promise<void> {
    setPending(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    } finally {
      setPending(false);
    }
  }

  return { pending, problem, run };
}
