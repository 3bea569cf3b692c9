import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { cn } from '#web/ui/styles/class-names.ts';

interface SettingsSectionProps {
  title: string;
  /** One line of help. */
  text: ReactNode;
  id?: string;
  children: ReactNode;
}

/** A section of a settings page: title and help at the left, fields at the right. */
export function SettingsSection({ title, text, id, children }: SettingsSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={id && `${id}-titulo`}
      className="grid scroll-mt-36 gap-4 border-t border-border pt-6 md:gap-x-10 xl:grid-cols-[220px_minmax(0,640px)] xl:pt-8"
    >
      <div>
        <h2 id={id && `${id}-titulo`} className="text-h2">
          {title}
        </h2>
        <p className="mt-1 max-w-measure text-sm text-ink-2">{text}</p>
      </div>
      <div className="flex max-w-160 min-w-0 flex-col gap-4">{children}</div>
    </section>
  );
}

/** Rows of one section, in a card. */
export function SettingList({ children }: { children: ReactNode }) {
  return (
    <ul className="flex flex-col divide-y divide-border rounded-lg border border-border bg-surface px-4 md:px-5">
      {children}
    </ul>
  );
}

interface SettingRowProps {
  title: ReactNode;
  /** The current value. */
  value: ReactNode;
  /** Badge beside the value. */
  badge?: ReactNode;
  icon?: ReactNode;
  /** A button or a link at the right. */
  action?: ReactNode;
  children?: ReactNode;
}

/** One setting: its name, its value and an action. */
export function SettingRow({ title, value, badge, icon, action, children }: SettingRowProps) {
  return (
    <li className="flex flex-col gap-4 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {icon && <span className="self-start pt-0.5 text-ink-3">{icon}</span>}
        <div className="min-w-[min(100%,12rem)] flex-1">
          <p className="text-ui font-semibold">{title}</p>
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm wrap-anywhere text-ink-2">
            {value}
            {badge}
          </div>
        </div>
        {action}
      </div>
      {children}
    </li>
  );
}

interface EditableRowProps extends Omit<SettingRowProps, 'action' | 'children'> {
  /** «Trocar e-mail»: opens the form below the row. */
  editLabel: string;
  /** Why it can't be changed now. */
  lockedReason?: string;
  /** Renders the form; `close` collapses it. */
  renderForm: (close: () => void) => ReactNode;
  /** Below the row while the form is closed. */
  note?: ReactNode;
}

/** A row whose form expands in place. The focus goes to its first field, and back to the button afterwards. */
export function EditableRow({ editLabel, lockedReason, renderForm, note, ...row }: EditableRowProps) {
  const [open, setOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (open) panel.current?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus();
    else if (wasOpen.current) opener.current?.focus();
    wasOpen.current = open;
  }, [open]);
  return (
    <SettingRow
      {...row}
      action={
        <Button
          ref={opener}
          variant="secondary"
          disabledReason={lockedReason}
          onClick={() => setOpen(true)}
          className={cn(open && 'hidden')}
        >
          {editLabel}
        </Button>
      }
    >
      {!open && note}
      {open && <div ref={panel}>{renderForm(() => setOpen(false))}</div>}
    </SettingRow>
  );
}
