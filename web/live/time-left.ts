import { useEffect, useState } from 'react';

/** Milliseconds until a moment of this machine's clock, counted down twice a second; 0 without one. */
export function useTimeLeft(until: number | null): number {
  const [leftMs, setLeftMs] = useState(() => left(until));
  useEffect(() => {
    const tick = () => setLeftMs(left(until));
    const frame = setTimeout(tick);
    const timer = until === null ? undefined : setInterval(tick, 500);
    return () => {
      clearTimeout(frame);
      clearInterval(timer);
    };
  }, [until]);
  return leftMs;
}

function left(until: number | null): number {
  return until === null ? 0 : Math.max(0, until - Date.now());
}
