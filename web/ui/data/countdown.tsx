import { useEffect, useRef, useState } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import { formatCount, formatDuration, type Moment } from './formats.ts';

export interface CountdownProps {
  deadline: Moment;
  /** Server's clock minus this device's, in milliseconds, so that a wrong local clock does not matter. */
  offsetMs?: number;
  /** Milliseconds left as rendered by the server, so that hydration agrees. */
  initialMs: number;
  onEnd?: () => void;
  className?: string;
}

const minuteMs = 60_000;
const announced = [5, 1];

/** mm:ss left; warning under 5 min, danger under 1. Screen readers hear three announcements: 5 min, 1 min, end. */
export function Countdown({ deadline, offsetMs = 0, initialMs, onEnd, className }: CountdownProps) {
  const [leftMs, setLeftMs] = useState(initialMs);
  const [spoken, setSpoken] = useState('');
  const end = new Date(deadline).getTime();
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });

  useEffect(() => {
    let before = end - Date.now() - offsetMs;
    const tick = () => {
      const now = Math.max(0, end - Date.now() - offsetMs);
      setLeftMs(now);
      const crossed = announced.find((minutes) => before > minutes * minuteMs && now <= minutes * minuteMs);
      if (crossed)
        setSpoken(crossed === 1 ? 'Falta 1 minuto' : `Faltam ${formatCount(crossed, 'minuto', 'minutos')}`);
      if (before > 0 && now === 0) {
        setSpoken('O tempo acabou');
        latest.current?.();
      }
      before = now;
      if (now === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [end, offsetMs]);

  return (
    <>
      <span
        role="timer"
        aria-live="off"
        data-slot="countdown"
        className={cn(
          'font-semibold tabular-nums',
          leftMs < minuteMs ? 'text-danger' : leftMs < 5 * minuteMs && 'text-on-warning-soft',
          className,
        )}
      >
        {formatDuration(leftMs)}
      </span>
      <output className="sr-only">{spoken}</output>
    </>
  );
}
