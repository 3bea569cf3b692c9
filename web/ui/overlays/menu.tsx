import { Check } from '#web/ui/icons/icons.tsx';
import { DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import { floatingStyles } from './popover.tsx';

const itemStyles =
  'relative flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-2.5 py-2 text-ui text-ink outline-none select-none ' +
  'data-highlighted:bg-surface-2 data-disabled:cursor-not-allowed data-disabled:text-ink-3';

export interface MenuProps {
  trigger: ReactElement;
  align?: 'start' | 'center' | 'end';
  /** Opens on the first render: its code was loaded by a press on the trigger. */
  startsOpen?: boolean;
  className?: string;
  /** `MenuItem`s, at most nine; the destructive one last, after a `MenuSeparator`. */
  children: ReactNode;
}

/** Actions or links under one button. */
export function Menu({ trigger, align = 'end', startsOpen, className, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen={startsOpen}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        {/* Portalled content still needs a landmark around it. */}
        <section aria-label="Menu">
          <DropdownMenu.Content
            align={align}
            sideOffset={6}
            collisionPadding={12}
            data-slot="menu"
            className={cn(
              floatingStyles,
              'max-h-(--radix-dropdown-menu-content-available-height) min-w-56 overflow-y-auto p-1.5',
              className,
            )}
          >
            {children}
          </DropdownMenu.Content>
        </section>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export interface MenuItemProps {
  icon?: ReactNode;
  /** Link element as the one child. */
  asChild?: boolean;
  onSelect?: () => void;
  tone?: 'danger';
  /** Shown under the label; the item cannot be chosen. */
  disabledReason?: string;
  children: ReactNode;
}

/** One action or link of a menu. A disabled one shows its reason. */
export function MenuItem({ icon, asChild, onSelect, tone, disabledReason, children }: MenuItemProps) {
  if (asChild) {
    return (
      <DropdownMenu.Item asChild onSelect={onSelect} className={itemStyles}>
        {children}
      </DropdownMenu.Item>
    );
  }
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      disabled={disabledReason !== undefined}
      className={cn(itemStyles, tone === 'danger' && 'text-danger')}
    >
      {icon}
      <span>
        {children}
        {disabledReason && <span className="block text-xs font-normal">{disabledReason}</span>}
      </span>
    </DropdownMenu.Item>
  );
}

export interface MenuRadioGroupProps {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  options: readonly { value: string; label: string; icon?: ReactNode }[];
}

/** A choice of one option inside a menu. */
export function MenuRadioGroup({ label, value, onValueChange, options }: MenuRadioGroupProps) {
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={onValueChange} aria-label={label}>
      {options.map((option) => (
        <DropdownMenu.RadioItem key={option.value} value={option.value} className={cn(itemStyles, 'pr-9')}>
          {option.icon}
          {option.label}
          <DropdownMenu.ItemIndicator className="absolute right-2.5">
            <Check aria-hidden="true" className="size-4 text-brand" />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}

/** The heading of a group of items. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-2.5 pt-2 pb-1 text-xs text-ink-3">{children}</DropdownMenu.Label>;
}

/** The rule before the destructive item. */
export function MenuSeparator() {
  return <DropdownMenu.Separator className="-mx-1.5 my-1.5 h-px bg-border" />;
}
