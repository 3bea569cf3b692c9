import { useEffect, useState } from 'react';

/** Milliseconds until `until` by this device's clock, updated twice a second; 0 for null. */
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
