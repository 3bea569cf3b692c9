import { formatBps } from './formats.ts';

interface Change {
  direction: 'up' | 'down' | 'same';
  text: string;
  good?: boolean;
}

/** Compares a number with the one of the period before: «12% a mais que nos 30 dias anteriores». */
export function changeSince(
  now: number | null,
  before: number | null,
  period: string,
  better: 'higher' | 'lower' = 'higher',
): Change | undefined {
  if (now === null || before === null) return undefined;
  if (before === 0) return now === 0 ? undefined : { direction: 'up', text: `nada nos ${period}` };
  const bps = Math.round(((now - before) / before) * 100) * 100;
  if (bps === 0) return { direction: 'same', text: `igual aos ${period}` };
  const direction = bps > 0 ? 'up' : 'down';
  return {
    direction,
    text: `${formatBps(Math.abs(bps))} a ${bps > 0 ? 'mais' : 'menos'} que nos ${period}`,
    good: bps > 0 === (better === 'higher'),
  };
}
