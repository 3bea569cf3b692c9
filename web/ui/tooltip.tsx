import { Tooltip as RadixTooltip } from 'radix-ui';
import { useRef, useState, type ReactElement, type ReactNode } from 'react';

export interface TooltipProps {
  content: ReactNode;
  /** One focusable element. */
  children: ReactElement;
  side?: 'top' | 'right' | 'bottom' | 'left';
}

/** Focus may scroll the page, and a scroll closes tooltips: open once it is over. */
const settleMs = 120;

/**
 * A hint on hover and focus. Never the only copy of the information. It stays beside its element and not in a
 * portal, so it lies inside the page's landmarks.
 */
export function Tooltip({ content, children, side = 'top' }: TooltipProps) {
  // Controlled, because an uncontrolled tooltip outside a portal hears its own opening and closes.
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function change(next: boolean): void {
    clearTimeout(timer.current);
    if (!next) return setOpen(false);
    timer.current = setTimeout(() => setOpen(trigger.current?.matches(':hover, :focus') ?? false), settleMs);
  }

  return (
    <RadixTooltip.Provider delayDuration={300}>
      <RadixTooltip.Root open={open} onOpenChange={change}>
        <RadixTooltip.Trigger asChild ref={trigger}>
          {children}
        </RadixTooltip.Trigger>
        <RadixTooltip.Content
          side={side}
          sideOffset={6}
          collisionPadding={12}
          className="z-popover w-max max-w-72 rounded-sm text-left whitespace-normal bg-ink px-2.5 py-1.5 text-xs text-bg shadow-md ease-enter duration-popover data-[state=delayed-open]:animate-in data-[state=delayed-open]:fade-in-0"
        >
          {content}
        </RadixTooltip.Content>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}
