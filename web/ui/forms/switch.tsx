import { Switch as RadixSwitch } from 'radix-ui';
import { useId, type ReactNode } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';

export interface SwitchProps {
  children: ReactNode;
  hint?: ReactNode;
  checked?: boolean;
  defaultChecked?: boolean;
  onCheckedChange?: (checked: boolean) => void;
  name?: string;
  disabled?: boolean;
  className?: string;
}

/** An on/off control with an immediate effect; in a form with a save button use a checkbox. */
export function Switch({ children, hint, className, ...props }: SwitchProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      data-slot="switch"
      className={cn(
        'flex min-h-11 cursor-pointer items-center justify-between gap-4 py-2 text-body',
        className,
      )}
    >
      <span className="min-w-0">
        {children}
        {hint && (
          <span id={`${id}-hint`} className="block text-sm text-ink-3">
            {hint}
          </span>
        )}
      </span>
      <RadixSwitch.Root
        {...props}
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="relative h-7 w-12 shrink-0 rounded-full border border-border-strong bg-surface-3 transition-colors duration-hover data-disabled:opacity-55 data-[state=checked]:border-brand data-[state=checked]:bg-brand"
      >
        <RadixSwitch.Thumb className="block size-5 filled-shape translate-x-0.75 rounded-full bg-ink-2 transition-transform duration-hover data-[state=checked]:translate-x-5.75 data-[state=checked]:bg-on-brand" />
      </RadixSwitch.Root>
    </label>
  );
}
