import { X } from '#web/ui/icons/icons.tsx';
import { Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { focusFirstField, keepOpenForToasts, overlayStyles, returnFocus, useOpen } from './overlay.ts';
import type { OpenProps } from './overlay.ts';

export interface ModalProps extends OpenProps {
  /** The element that opens it, when it is not controlled. */
  trigger?: ReactNode;
  title: ReactNode;
  description?: ReactNode;
  /** 480 or 640 px; the whole screen below 480 px of width. */
  size?: 'md' | 'lg';
  /** Stays visible at the bottom: the actions. */
  footer?: ReactNode;
  children?: ReactNode;
}

interface ModalFrameProps extends Pick<ModalProps, 'trigger' | 'description' | 'children'> {
  root: ReturnType<typeof useOpen>;
  slot: 'dialog' | 'sheet';
  /** Position and transitions of the panel. */
  className: string;
}

/** The common base of dialogs and sheets: overlay, focus handling, and toasts that stay clickable above them. */
export function ModalFrame({ root, slot, trigger, description, className, children }: ModalFrameProps) {
  return (
    <RadixDialog.Root {...root}>
      {trigger && <RadixDialog.Trigger asChild>{trigger}</RadixDialog.Trigger>}
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={overlayStyles} />
        <RadixDialog.Content
          data-slot={slot}
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={returnFocus}
          onInteractOutside={keepOpenForToasts}
          className={cn(
            'fixed z-dialog flex flex-col bg-surface shadow-lg ease-enter duration-dialog',
            className,
          )}
        >
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

interface HeaderProps extends Pick<ModalProps, 'title' | 'description' | 'dismissable'> {
  className?: string;
}

/** Title, description, and a close button when the panel is dismissable. */
export function ModalHeader({ title, description, dismissable = true, className }: HeaderProps) {
  return (
    <header className={cn('flex items-start gap-3 px-5 pb-3 md:px-6 md:pt-5', className)}>
      <div className="min-w-0 flex-1 pt-1.5">
        <RadixDialog.Title className="text-h2">{title}</RadixDialog.Title>
        {description && (
          <RadixDialog.Description className="mt-1 text-sm text-ink-2">{description}</RadixDialog.Description>
        )}
      </div>
      {dismissable && (
        <RadixDialog.Close asChild>
          <IconButton label="Fechar" icon={<X aria-hidden="true" />} tooltip={false} className="-mr-2" />
        </RadixDialog.Close>
      )}
    </header>
  );
}

/** The footer of a dialog or sheet: actions at the right, stacked full width on phones (primary on top). */
export function ModalFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex shrink-0 flex-col-reverse gap-2 border-t border-border px-5 py-3 pb-[max(12px,env(safe-area-inset-bottom))] *:w-full sm:flex-row sm:flex-wrap sm:justify-end sm:*:w-auto sm:*:max-w-full md:*:whitespace-normal md:px-6">
      {children}
    </footer>
  );
}
