import { wordmark } from './brand.ts';
import { cn } from '#web/ui/styles/class-names.ts';

/** The logo mark: four garden blocks around a round plaza. `pulse` plays its animation once. */
export function LogoMark({
  label,
  pulse,
  className,
}: {
  label?: string;
  pulse?: boolean;
  className?: string;
}) {
  const name = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <svg viewBox="0 0 32 32" className={cn('size-7 shrink-0', className)} data-slot="logo-mark" {...name}>
      <g fill="var(--brand)">
        <path d="M2 7a5 5 0 0 1 5-5h7.5v6.652A7.5 7.5 0 0 0 8.652 14.5H2z" />
        <path d="M30 7a5 5 0 0 0-5-5h-7.5v6.652A7.5 7.5 0 0 1 23.348 14.5H30z" />
        <path d="M2 25a5 5 0 0 0 5 5h7.5v-6.652A7.5 7.5 0 0 1 8.652 17.5H2z" />
        <path d="M30 25a5 5 0 0 1-5 5h-7.5v-6.652A7.5 7.5 0 0 0 23.348 17.5H30z" />
      </g>
      <circle
        cx="16"
        cy="16"
        r="4.25"
        fill="var(--accent)"
        className={cn('origin-center', pulse && 'animate-pulse-once')}
      />
    </svg>
  );
}

/** Mark and wordmark. The text is real text, so it is its own accessible name. */
export function Logo({
  name = wordmark(),
  pulse,
  className,
}: {
  name?: string;
  pulse?: boolean;
  className?: string;
}) {
  return (
    <span className={cn('inline-flex items-center gap-2.5', className)} data-slot="logo">
      <LogoMark pulse={pulse} />
      <span className="font-display text-[length:min(1.5rem,7.6vw)] leading-none font-bold tracking-[-0.02em] text-ink">
        {name}
      </span>
    </span>
  );
}
