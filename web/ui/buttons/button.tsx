import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import { useId, type ComponentProps, type MouseEvent, type ReactNode } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import { Spinner } from '#web/ui/page/spinner.tsx';
import { Tooltip } from '#web/ui/overlays/tooltip.tsx';

/** Grey but readable, because the reason is useless if the label cannot be read. */
const blockedStyles = 'border-border bg-surface-3 text-ink-3';

/** A spinner without an icon to replace stands in the padding, beside the label. */
const paddingSpinner = {
  sm: 'absolute left-0.5 size-2.5',
  md: 'absolute left-1 size-3',
  lg: 'absolute left-1 size-3',
};

const styles = cva(
  'relative inline-flex shrink-0 items-center justify-center gap-2 rounded-md text-ui font-semibold select-none max-md:max-w-full md:whitespace-nowrap ' +
    'border border-transparent transition-[background-color,border-color,color,transform] duration-hover ' +
    'active:not-aria-disabled:scale-[.98] disabled:cursor-not-allowed disabled:opacity-55',
  {
    variants: {
      variant: {
        primary:
          'bg-brand text-on-brand ring-gap hover:not-aria-disabled:bg-brand-hover active:not-aria-disabled:bg-brand-active',
        secondary:
          'border-border-strong bg-surface text-ink hover:not-aria-disabled:bg-surface-2 active:not-aria-disabled:bg-surface-3',
        quiet: 'text-brand hover:not-aria-disabled:bg-brand-soft active:not-aria-disabled:bg-brand-soft-2',
        danger: 'bg-danger text-on-solid ring-gap hover:not-aria-disabled:bg-danger-hover',
      },
      size: {
        sm: 'min-h-9 px-3.5 hit-44',
        md: 'min-h-control px-5',
        lg: 'min-h-13 px-6 text-body font-semibold',
      },
      full: { true: 'w-full' },
    },
    defaultVariants: { variant: 'primary', size: 'md' },
  },
);

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'>, VariantProps<typeof styles> {
  /** Icon before the label; replaced by the spinner while loading. */
  icon?: ReactNode;
  trailingIcon?: ReactNode;
  /** Keeps width and label, ignores further presses. */
  loading?: boolean;
  /** Why the action is not possible now. The button stays focusable and says so. */
  disabledReason?: string;
  /** Styles the one child (a link) instead of rendering a `<button>`. */
  asChild?: boolean;
}

/** The site's button. An action that is not allowed stays visible, with the reason in a tooltip and in its description. */
export function Button({
  variant,
  size,
  full,
  icon,
  trailingIcon,
  loading = false,
  disabledReason,
  asChild,
  className,
  children,
  onClick,
  ...props
}: ButtonProps) {
  const reasonId = useId();
  const blocked = loading || disabledReason !== undefined;
  const Root = asChild ? Slot.Root : 'button';
  const button = (
    <Root
      {...(!asChild && { type: 'button' as const })}
      {...props}
      data-slot="button"
      className={cn(styles({ variant, size, full }), disabledReason && blockedStyles, className)}
      aria-disabled={blocked || undefined}
      aria-busy={loading || undefined}
      aria-describedby={disabledReason ? reasonId : props['aria-describedby']}
      onClick={blocked ? ignoreClick : onClick}
    >
      {loading ? <Spinner className={icon ? undefined : paddingSpinner[size ?? 'md']} /> : icon}
      <Slot.Slottable>{children}</Slot.Slottable>
      {trailingIcon}
    </Root>
  );
  if (!disabledReason) return button;
  return (
    <>
      <Tooltip content={disabledReason}>{button}</Tooltip>
      <span id={reasonId} className="sr-only">
        {disabledReason}
      </span>
    </>
  );
}

function ignoreClick(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
