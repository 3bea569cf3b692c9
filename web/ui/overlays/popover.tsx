import { Popover as RadixPopover } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';

/** The floating surface of popovers and menus. */
export const floatingStyles =
  'z-popover rounded-lg border border-border bg-surface text-ink shadow-md ease-enter duration-popover ' +
  'data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[side=bottom]:slide-in-from-top-1 data-[side=top]:slide-in-from-bottom-1 ' +
  'data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=closed]:ease-exit data-[state=closed]:duration-popover-out';

export interface PopoverProps {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  trigger: ReactElement;
  /** Accessible name of the panel. */
  label: string;
  align?: 'start' | 'center' | 'end';
  className?: string;
  children: ReactNode;
}

/** A small panel beside its trigger. */
export function Popover({
  open,
  onOpenChange,
  trigger,
  label,
  align = 'start',
  className,
  children,
}: PopoverProps) {
  return (
    <RadixPopover.Root open={open} onOpenChange={onOpenChange}>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          onCloseAutoFocus={keepFocusElsewhere}
          data-slot="popover"
          className={cn(
            floatingStyles,
            'max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-24px)] overflow-y-auto p-4',
            className,
          )}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}

/** A popover closes when the next one opens; returning the focus to its trigger would close that one too. */
function keepFocusElsewhere(event: Event): void {
  if (document.activeElement !== document.body) event.preventDefault();
}

/** Closes the popover around it: `<PopoverClose><Button>…</Button></PopoverClose>`. */
export function PopoverClose({ children }: { children: ReactElement }) {
  return <RadixPopover.Close asChild>{children}</RadixPopover.Close>;
}
