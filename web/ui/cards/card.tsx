import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';

/** A bordered surface. At rest it has no shadow: shadow means floating or hovered. */
export function Card({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="card"
      {...props}
      className={cn('rounded-lg border border-border bg-surface p-4 md:p-5', className)}
    />
  );
}

export interface SectionProps {
  title: ReactNode;
  /** One line under the title. */
  text?: ReactNode;
  /** «Ver tudo», at the right of the title. */
  action?: ReactNode;
  level?: 2 | 3;
  id?: string;
  className?: string;
  children: ReactNode;
}

/** A titled part of a page, named by its heading. */
export function Section({ title, text, action, level = 2, id, className, children }: SectionProps) {
  const Heading = `h${level}` as const;
  return (
    <section id={id} data-slot="section" className={cn('flex min-w-0 flex-col gap-4', className)}>
      {/* At 200 % text size there is no room beside the title, so the action wraps below. */}
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-[1_1_min(100%,12rem)]">
          <Heading className={level === 2 ? 'text-h2' : 'text-h3'}>{title}</Heading>
          {text && <p className="mt-1 text-sm text-ink-2">{text}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
