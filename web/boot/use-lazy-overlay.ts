import { useEffect, useState } from 'react';
import { whenIdle } from '#web/ui/page/when-idle.ts';

/**
 * Loads the code of an overlay when the browser is idle.
 * @returns whether it was ever open: until then nothing is rendered, and afterwards it stays for its exit animation
 */
export function useLazyOverlay(open: boolean, load: () => Promise<unknown>): boolean {
  const [wasOpened, setWasOpened] = useState(open);
  useEffect(() => whenIdle(() => void load().catch(() => undefined)), [load]);
  if (open && !wasOpened) setWasOpened(true);
  return wasOpened;
}
