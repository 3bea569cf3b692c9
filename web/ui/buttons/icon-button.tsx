import { Slot } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import { Spinner } from '#web/ui/page/spinner.tsx';
import { Tooltip } from '#web/ui/overlays/tooltip.tsx';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** Verb and object: «Remover foto». It is the accessible name and the tooltip. */
  label: string;
  icon: ReactNode;
  /** Toggle state; leave out when it is not a toggle. */
  pressed?: boolean;
  loading?: boolean;
  variant?: 'quiet' | 'outline' | 'photo';
  /** Count bubble, «99+» past 99; say the number in `label` too. */
  count?: number;
  /** A link element to render with the button's styles: `<IconButton link={<Link to="…" />} … />`. */
  link?: ReactNode;
  tooltip?: boolean;
}

const variantStyles = {
  quiet: 'text-ink-2 hover:bg-surface-2 hover:text-ink active:bg-surface-3',
  outline: 'border border-border-strong bg-surface text-ink hover:bg-surface-2',
  // A circle of 36 px, so that it hides little of the photo.
  photo:
    'isolate text-ink ring-gap before:absolute before:inset-1 before:-z-1 before:rounded-full before:bg-surface/92 before:shadow-sm hover:before:bg-surface',
};

/** A button that is only an icon: 44 px, or 36 px in a compact dashboard with a fine pointer. */
export function IconButton({
  label,
  icon,
  pressed,
  loading,
  variant = 'quiet',
  count = 0,
  link,
  tooltip = true,
  className,
  ...props
}: IconButtonProps) {
  const blocked = loading || props['aria-disabled'] === true;
  const styles = cn(
    'relative inline-flex size-control shrink-0 items-center justify-center rounded-full transition-colors duration-hover',
    'aria-pressed:text-brand aria-disabled:opacity-55',
    variantStyles[variant],
    className,
  );
  const shared = { 'aria-label': label, 'data-slot': 'icon-button', className: styles };
  const content = (
    <>
      {loading ? <Spinner /> : icon}
      {count > 0 && <CountBubble count={count} />}
    </>
  );
  const button = link ? (
    <Slot.Root {...shared}>
      <Slot.Slottable child={link}>{() => content}</Slot.Slottable>
    </Slot.Root>
  ) : (
    <button
      type="button"
      {...props}
      {...shared}
      aria-pressed={pressed}
      aria-busy={loading || undefined}
      aria-disabled={blocked || undefined}
      onClick={blocked ? undefined : props.onClick}
    >
      {content}
    </button>
  );
  return tooltip ? <Tooltip content={label}>{button}</Tooltip> : button;
}

/** Small amber number over an icon; hidden from assistive technology, the label carries it. */
export function CountBubble({ count, className }: { count: number; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'absolute top-0.5 right-0.5 min-w-4.5 rounded-full bg-danger px-1 text-center text-[0.6875rem] leading-[1.125rem] font-semibold text-on-solid tabular-nums forced-colors:border',
        className,
      )}
    >
      {count > 99 ? '99+' : count}
    </span>
  );
}
