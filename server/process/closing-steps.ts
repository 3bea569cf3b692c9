export type Step = () => Promise<unknown>;

/**
 * Closes resources in the reverse order of opening; the database is always last, and is waited for even in a hurry. A
 * step that fails is reported and does not stop the others: steps often fail when the database is gone.
 */
export function closingSteps(say: (line: string) => void) {
  const steps: Step[] = [];
  let final: Step | undefined;
  let running: Promise<void> | undefined;
  const hurried = Promise.withResolvers<void>();
  let isHurried = false;

  async function closeAll(): Promise<void> {
    for (const step of steps) await Promise.race([close(step), hurried.promise]);
    if (final) await close(final);
  }

  async function close(step: Step): Promise<void> {
    try {
      await step();
    } catch (error) {
      // In a hurry the database closes while this step still runs, so its failure is expected.
      if (!isHurried) say(`Ao parar: ${(error as Error).message}`);
    }
  }

  const run = () => (running ??= closeAll());
  return {
    first: (step: Step) => void steps.unshift(step),
    last: (step: Step) => void (final = step),
    run,
    hurry: () => {
      isHurried = true;
      hurried.resolve();
      return run();
    },
  };
}
