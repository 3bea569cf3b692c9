import { useNavigation } from 'react-router';

/** A 2 px bar while the next page is on its way; quick ones never show it (150 ms). */
export function RouteProgress() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <div
      aria-hidden="true"
      className="fixed inset-x-0 top-0 z-toast h-0.5 origin-left bg-brand animate-in delay-150 duration-1000 fade-in-0 fill-mode-backwards zoom-in-x-0"
    />
  );
}
