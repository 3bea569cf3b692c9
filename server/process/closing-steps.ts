export type Step = () => Promise<unknown>;

/**
 * What was opened is closed in the opposite order; the database always last, and waited for even in a hurry. A step
 * that fails, as what speaks to a database that is gone does, is told of and keeps nobody from stopping.
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
      // What is not waited for loses its database under it, which is no news.
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
