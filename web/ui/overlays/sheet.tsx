import { Dialog as RadixDialog } from 'radix-ui';
import { useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { ModalFooter, ModalFrame, ModalHeader } from './modal.tsx';
import type { ModalProps } from './modal.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { useOpen } from './overlay.ts';

export interface SheetProps extends ModalProps {
  /** `left` is for the phone menu. */
  side?: 'right' | 'left';
}

/** A panel from the right (480 or 640 px), from the bottom on phones, where pressing or swiping its bar closes it. */
export function Sheet({
  side = 'right',
  size = 'md',
  dismissable = true,
  title,
  description,
  footer,
  children,
  trigger,
  ...opened
}: SheetProps) {
  const root = useOpen({ ...opened, dismissable });
  const [wasOpened, setWasOpened] = useState(root.open);
  if (root.open && !wasOpened) setWasOpened(true);
  // Without a trigger nothing is rendered until the first opening, to save work.
  if (!wasOpened && !trigger) return null;
  return (
    <ModalFrame
      {...{ root, trigger, description }}
      slot="sheet"
      className={cn(
        'data-[state=open]:animate-in data-[state=closed]:animate-out data-[state=closed]:ease-exit data-[state=closed]:duration-dialog-out',
        side === 'right' ? rightStyles[size] : leftStyles,
      )}
    >
      {side === 'right' && dismissable && <GrabBar />}
      <ModalHeader {...{ title, description, dismissable }} {...(!dismissable && { className: 'pt-4' })} />
      <SheetBody>{children}</SheetBody>
      {footer && <ModalFooter>{footer}</ModalFooter>}
    </ModalFrame>
  );
}

const right =
  'max-md:inset-x-0 max-md:bottom-0 max-md:max-h-[92dvh] max-md:rounded-t-xl ' +
  'max-md:data-[state=open]:slide-in-from-bottom max-md:data-[state=closed]:slide-out-to-bottom ' +
  'md:inset-y-0 md:right-0 md:data-[state=open]:slide-in-from-right md:data-[state=closed]:slide-out-to-right';
const rightStyles = { md: `${right} md:w-[480px]`, lg: `${right} md:w-[640px] md:max-w-[calc(100vw-64px)]` };
const leftStyles =
  'inset-y-0 left-0 w-[min(320px,calc(100vw-48px))] pt-3 data-[state=open]:slide-in-from-left data-[state=closed]:slide-out-to-left';

function SheetBody({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-6 md:px-6">{children}</div>
  );
}

const swipeDistancePx = 60;

/** A real button: pressing or swiping it down closes the sheet. */
function GrabBar() {
  const start = useRef(0);
  return (
    <RadixDialog.Close
      aria-label="Fechar painel"
      onPointerDown={(event: PointerEvent<HTMLButtonElement>) => {
        start.current = event.clientY;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerUp={(event: PointerEvent<HTMLButtonElement>) => {
        if (event.clientY - start.current > swipeDistancePx) event.currentTarget.click();
      }}
      className="mx-auto -mb-3 flex h-11 w-24 shrink-0 touch-none items-start justify-center pt-3 md:hidden"
    >
      <span
        aria-hidden="true"
        className="h-1 w-10 rounded-full bg-border-strong forced-colors:bg-[CanvasText]"
      />
    </RadixDialog.Close>
  );
}
