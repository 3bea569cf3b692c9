import type { FormEvent, ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { cn } from '#web/ui/styles/class-names.ts';
import { Stepper } from '#web/ui/forms/stepper.tsx';
import type { Step } from './steps.ts';
import { steps } from './steps.ts';

export interface StepFrameProps {
  step: Step;
  /** Address of a step; undefined without a draft, when no step can be returned to. */
  pathTo?: (step: Step) => string;
  title: string;
  text?: string;
  /** Shown above the steps: the reviewer's note or an existing draft. */
  notice?: ReactNode;
  preview?: ReactNode;
  bar: ReactNode;
  onContinue: () => void;
  children: ReactNode;
}

/** Layout of a step: progress, title, fields at most 640 px wide, preview next to them, bar below. */
export function StepFrame({ step, pathTo, title, text, notice, preview, bar, ...rest }: StepFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useLocation().key !== 'default';
  // A direct visit starts at the top of the page; coming from another step moves the focus to this step's title.
  const shown = useRef(shownStep ? null : step);
  // Steps share one path, so the app's own scroll and focus on navigation do not apply (design §4.8).
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [step]);

  return (
    <form
      noValidate
      className="flex min-h-[calc(100dvh-64px)] flex-col"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        rest.onContinue();
      }}
    >
      <div className="mx-auto w-full max-w-page flex-1 page-gutter pt-5 pb-10 md:pt-8">
        <Stepper
          aria-label="Passos do anúncio"
          current={steps.findIndex(({ slug }) => slug === step)}
          steps={steps.map(({ slug, label }) => ({
            label,
            ...(pathTo && { link: <Link to={pathTo(slug)} /> }),
          }))}
        />
        {notice && <div className="mt-5 flex flex-col gap-3 empty:hidden">{notice}</div>}
        <div
          className={cn(
            'mt-6 grid grid-cols-1 gap-10 md:mt-10',
            preview &&
              'lg:grid-cols-[minmax(0,640px)_minmax(0,320px)] lg:justify-between xl:grid-cols-[minmax(0,640px)_360px]',
          )}
        >
          <div className="flex min-w-0 flex-col gap-7">
            <header>
              <h1 ref={heading} tabIndex={-1} className="text-h1">
                {title}
              </h1>
              {text && <p className="mt-1.5 text-body text-ink-2">{text}</p>}
            </header>
            {rest.children}
          </div>
          {preview && (
            <aside aria-label="Prévia do anúncio" className="hidden lg:block">
              <div className="sticky top-24">{preview}</div>
            </aside>
          )}
        </div>
      </div>
      {bar}
    </form>
  );
}
