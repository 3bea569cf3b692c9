import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from '#web/ui/class-names.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import {
  focusFirstField,
  keepOpenForToasts,
  overlayStyles,
  returnFocus,
  useOpen,
  type OpenProps,
} from '#web/ui/overlay.ts';

export interface DialogProps extends OpenProps {
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

/** A modal with a title, a body that scrolls and a fixed foot. Focus starts on the first field. */
export function Dialog({
  trigger,
  title,
  description,
  size = 'md',
  dismissable = true,
  footer,
  children,
  ...opened
}: DialogProps) {
  const root = useOpen({ ...opened, dismissable });
  return (
    <RadixDialog.Root {...root}>
      {trigger && <RadixDialog.Trigger asChild>{trigger}</RadixDialog.Trigger>}
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={overlayStyles} />
        <RadixDialog.Content
          data-slot="dialog"
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={returnFocus}
          onInteractOutside={keepOpenForToasts}
          className={cn(
            'fixed inset-0 z-dialog flex flex-col bg-surface shadow-lg ease-enter duration-dialog',
            'sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-h-[calc(100dvh-64px)] sm:w-[calc(100vw-48px)] sm:-translate-1/2 sm:rounded-xl',
            'data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=open]:slide-in-from-bottom-3',
            'data-[state=closed]:animate-out data-[state=closed]:ease-exit data-[state=closed]:duration-dialog-out data-[state=closed]:fade-out-0',
            size === 'md' ? 'sm:max-w-[480px]' : 'sm:max-w-[640px]',
          )}
        >
          <header className="flex items-start gap-3 px-5 pt-4 pb-3 md:px-6 md:pt-5">
            <div className="min-w-0 flex-1 pt-1.5">
              <RadixDialog.Title className="text-h2">{title}</RadixDialog.Title>
              {description && (
                <RadixDialog.Description className="mt-1 text-sm text-ink-2">
                  {description}
                </RadixDialog.Description>
              )}
            </div>
            {dismissable && (
              <RadixDialog.Close asChild>
                <IconButton
                  label="Fechar"
                  icon={<X aria-hidden="true" />}
                  tooltip={false}
                  className="-mr-2"
                />
              </RadixDialog.Close>
            )}
          </header>
          {children && (
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-5 md:px-6">
              {children}
            </div>
          )}
          {footer && <DialogFooter>{footer}</DialogFooter>}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** The foot of a dialog or sheet: actions at the right, stacked full width on phones (primary on top). */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex shrink-0 flex-col-reverse gap-2 border-t border-border px-5 py-3 pb-[max(12px,env(safe-area-inset-bottom))] *:w-full sm:flex-row sm:flex-wrap sm:justify-end sm:*:w-auto sm:*:max-w-full md:*:whitespace-normal md:px-6">
      {children}
    </footer>
  );
}
