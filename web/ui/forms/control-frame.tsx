import type { ReactNode } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';

/** Border, focus, error and disabled styles of all one-line controls. */
export const frameStyles =
  'flex min-w-0 items-center gap-2 rounded-md border border-border-strong bg-surface text-ink transition-colors duration-hover ' +
  'hover:border-ink-3 has-[:is(input,textarea,select):focus-visible]:outline-2 has-[:is(input,textarea,select):focus-visible]:outline-offset-1 has-[:is(input,textarea,select):focus-visible]:outline-ring ' +
  'has-aria-invalid:border-danger has-aria-invalid:bg-danger-soft/40 ' +
  'has-[:is(input,textarea,select):disabled]:border-border has-[:is(input,textarea,select):disabled]:bg-surface-2 has-[:is(input,textarea,select):disabled]:text-ink-3 ' +
  'has-[:is(input,textarea)[readonly]]:border-border has-[:is(input,textarea)[readonly]]:bg-surface-2';

/** The native control inside a frame: the frame draws border and focus ring. 16 px, so iOS does not zoom. */
export const bareControl =
  'h-full min-w-0 flex-1 bg-transparent text-body text-ellipsis text-ink outline-none disabled:cursor-not-allowed disabled:text-ink-3';

export interface ControlFrameProps {
  leading?: ReactNode;
  trailing?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A bordered box around one native control, with room for an icon or unit on either side. */
export function ControlFrame({ leading, trailing, className, children }: ControlFrameProps) {
  return (
    <div data-slot="control" className={cn(frameStyles, 'h-control px-3', className)}>
      {leading && <span className="flex shrink-0 items-center text-ink-3">{leading}</span>}
      {children}
      {trailing && <span className="flex shrink-0 items-center text-ink-3">{trailing}</span>}
    </div>
  );
}
