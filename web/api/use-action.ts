import { useState } from 'react';
import { ApiError } from './api.ts';

/** What one press does: whether it is running, and the refusal it ended with. What is no refusal is thrown on. */
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
