import { Slot } from 'radix-ui';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { PointerEvent, ReactElement, ReactNode, RefObject } from 'react';
import { placeBeside } from './place-beside.ts';
import type { Side } from './place-beside.ts';

export interface TooltipProps {
  content: ReactNode;
  /** One focusable element. */
  children: ReactElement;
  side?: Side;
}

const hoverMs = 300;
/** Focus may scroll the page, and a scroll closes tooltips: open once it is over. */
const settleMs = 120;
/** Time to move the pointer from the element onto its tooltip. */
const leaveMs = 120;

/**
 * A tooltip on hover and focus. The information must also be available elsewhere. It is rendered beside its element and
 * not in a portal, so it is inside the page's landmarks; the browser's top layer keeps it from being clipped. Radix's
 * tooltip would add 15 kB of positioning code to nearly every page.
 */
export function Tooltip({ content, children, side = 'top' }: TooltipProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  /** Opens after a delay if the element is then still hovered or focused. */
  function openAfter(ms: number, still: ':hover' | ':focus-visible'): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(trigger.current?.matches(still) ?? false), ms);
  }

  function close(): void {
    clearTimeout(timer.current);
    setOpen(false);
  }

  function closeSoon(): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(trigger.current?.matches(':focus-visible') ?? false), leaveMs);
  }

  return (
    <>
      <Slot.Root
        ref={trigger}
        aria-describedby={open ? id : undefined}
        onPointerEnter={(event: PointerEvent) =>
          event.pointerType !== 'touch' && openAfter(open ? 0 : hoverMs, ':hover')
        }
        onPointerLeave={closeSoon}
        onPointerDown={close}
        onFocus={() => openAfter(settleMs, ':focus-visible')}
        onBlur={close}
      >
        {children}
      </Slot.Root>
      {open && (
        <Hint
          id={id}
          anchor={trigger}
          side={side}
          onClose={close}
          onEnter={() => clearTimeout(timer.current)}
          onLeave={closeSoon}
        >
          {content}
        </Hint>
      )}
    </>
  );
}

interface HintProps {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  side: Side;
  onClose: () => void;
  onEnter: () => void;
  onLeave: () => void;
  children: ReactNode;
}

function Hint({ id, anchor, side, onClose, onEnter, onLeave, children }: HintProps) {
  const hint = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!hint.current || !anchor.current) return;
    hint.current.showPopover();
    placeBeside(hint.current, anchor.current, side);
  }, [anchor, side]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // The first Escape closes the tooltip; the next one reaches the dialog below.
      event.stopPropagation();
      onClose();
    };
    const stop = new AbortController();
    window.addEventListener('scroll', onClose, { capture: true, passive: true, signal: stop.signal });
    window.addEventListener('keydown', onKeyDown, { capture: true, signal: stop.signal });
    return () => stop.abort();
  });
  return (
    <span
      ref={hint}
      id={id}
      role="tooltip"
      popover="manual"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      className="fixed inset-auto m-0 w-max max-w-72 rounded-sm border-0 text-left whitespace-normal bg-ink px-2.5 py-1.5 text-xs font-normal text-bg shadow-md ease-enter duration-popover animate-in fade-in-0"
    >
      {children}
    </span>
  );
}
