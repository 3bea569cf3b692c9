import { useState } from 'react';
import { durationText } from '#domain/text/durations.ts';
import { hoursText } from './answer-times.ts';
import type { OwnTickets } from './use-own-tickets.ts';

const minuteMs = 60_000;

/** When the team answers: its hours now, and how long an answer usually takes. */
export function AnswerTime({ tickets: { hours, usualAnswerMs } }: { tickets: OwnTickets }) {
  const [now] = useState(() => new Date());
  if (!hours) return null;
  return (
    <p className="text-sm text-ink-2">
      {hoursText(hours, now)}
      {usualAnswerMs !== null &&
        ` A primeira resposta costuma levar ${durationText(Math.max(minuteMs, usualAnswerMs))}.`}
    </p>
  );
}
