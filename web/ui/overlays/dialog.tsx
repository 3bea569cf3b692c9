import { cn } from '#web/ui/styles/class-names.ts';
import { ModalFooter, ModalFrame, ModalHeader } from './modal.tsx';
import type { ModalProps } from './modal.tsx';
import { useOpen } from './overlay.ts';

/** A modal with a title, a body that scrolls and a fixed footer. Focus starts on the first field. */
export function Dialog({
  trigger,
  title,
  description,
  size = 'md',
  dismissable = true,
  footer,
  children,
  ...opened
}: ModalProps) {
  const root = useOpen({ ...opened, dismissable });
  return (
    <ModalFrame
      {...{ root, trigger, description }}
      slot="dialog"
      className={cn(
        'inset-0 sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-h-[calc(100dvh-64px)] sm:w-[calc(100vw-48px)] sm:-translate-1/2 sm:rounded-xl',
        'data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=open]:slide-in-from-bottom-3',
        'data-[state=closed]:animate-out data-[state=closed]:ease-exit data-[state=closed]:duration-dialog-out data-[state=closed]:fade-out-0',
        size === 'md' ? 'sm:max-w-[480px]' : 'sm:max-w-[640px]',
      )}
    >
      <ModalHeader {...{ title, description, dismissable }} className="pt-4" />
      {children && (
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-5 md:px-6">
          {children}
        </div>
      )}
      {footer && <ModalFooter>{footer}</ModalFooter>}
    </ModalFrame>
  );
}
