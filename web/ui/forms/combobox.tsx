import { ChevronDown, Search, X } from '#web/ui/icons/icons.tsx';
import { Dialog, Popover } from 'radix-ui';
import type { ReactNode, SyntheticEvent } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import { ComboboxList } from './combobox-list.tsx';
import { useCombobox, type ComboboxInput } from './combobox-state.ts';
import { bareControl, ControlFrame } from './control-frame.tsx';
import { useField } from './field.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { useMediaQuery } from '#web/ui/styles/media-query.ts';
import { floatingStyles } from '#web/ui/overlays/popover.tsx';

export interface ComboboxProps extends ComboboxInput {
  /** The name of the choice: «Categoria». It names the list, and the full screen on phones. */
  label: string;
  placeholder?: string;
  loading?: boolean;
  /** «Nenhuma categoria com esse nome.» */
  empty?: ReactNode;
  name?: string;
  id?: string;
  disabled?: boolean;
  'aria-label'?: string;
  className?: string;
}

/** A choice by typing, ignoring accents. A list under the field, a full screen on phones. */
export function Combobox(props: ComboboxProps) {
  const phone = useMediaQuery('(width < 768px)');
  return (
    <>
      {phone ? <PhoneCombobox {...props} /> : <WideCombobox {...props} />}
      {props.name && <input type="hidden" name={props.name} value={props.value ?? ''} />}
    </>
  );
}

function WideCombobox({
  label,
  placeholder,
  loading,
  empty = 'Nada encontrado.',
  disabled,
  className,
  ...props
}: ComboboxProps) {
  const state = useCombobox(props);
  const wiring = useField(props);
  return (
    <Popover.Root open={state.open} onOpenChange={(open) => !open && state.close()}>
      <Popover.Anchor asChild>
        <div>
          <ControlFrame
            className={className}
            trailing={<ChevronDown aria-hidden="true" className="pointer-events-none size-4" />}
          >
            <input
              {...wiring}
              {...state.inputProps}
              aria-label={props['aria-label']}
              type="text"
              placeholder={placeholder}
              disabled={disabled}
              data-slot="combobox"
              onClick={state.open ? undefined : state.show}
              onBlur={state.close}
              className={bareControl}
            />
          </ControlFrame>
        </div>
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Radix renders the element; floating content needs a landmark
          role="region"
          aria-label={`Opções de ${label}`}
          align="start"
          sideOffset={4}
          collisionPadding={12}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onEscapeKeyDown={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
          onWheel={keepScroll}
          onTouchMove={keepScroll}
          className={cn(
            floatingStyles,
            'max-h-[min(20rem,var(--radix-popover-content-available-height))] w-(--radix-popover-trigger-width) min-w-60 flex flex-col overflow-hidden rounded-md p-1.5',
          )}
        >
          <ComboboxList state={state} label={label} loading={loading} empty={empty} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function PhoneCombobox({
  label,
  placeholder,
  loading,
  empty = 'Nada encontrado.',
  disabled,
  className,
  ...props
}: ComboboxProps) {
  const state = useCombobox(props);
  const wiring = useField(props);
  const { 'aria-invalid': invalid, ...named } = wiring;
  return (
    <Dialog.Root open={state.open} onOpenChange={(open) => (open ? state.show() : state.close())}>
      <Dialog.Trigger
        {...named}
        disabled={disabled}
        data-slot="combobox"
        aria-label={props['aria-label'] ? `${props['aria-label']}: ${state.chosen?.label ?? ''}` : undefined}
        className={cn(
          'flex h-control w-full items-center justify-between gap-2 rounded-md border border-border-strong bg-surface px-3 text-left text-body disabled:bg-surface-2',
          invalid && 'border-danger',
          className,
        )}
      >
        <span className={cn('truncate', !state.chosen && 'text-ink-3')}>
          {state.chosen?.label ?? placeholder}
        </span>
        <ChevronDown aria-hidden="true" className="size-4 text-ink-3" />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-0 z-dialog flex flex-col bg-surface"
        >
          <Dialog.Title className="sr-only">{label}</Dialog.Title>
          <div className="flex items-center gap-1 border-b border-border p-2 pl-4">
            <ControlFrame leading={<Search aria-hidden="true" />} className="flex-1">
              <input
                {...state.inputProps}
                type="text"
                aria-label={label}
                placeholder={placeholder}
                className={bareControl}
              />
            </ControlFrame>
            <Dialog.Close asChild>
              <IconButton label="Fechar" icon={<X aria-hidden="true" />} tooltip={false} />
            </Dialog.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto p-2">
            <ComboboxList state={state} label={label} loading={loading} empty={empty} />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Stops scroll events from reaching a modal dialog's scroll lock, which would also lock this list. */
function keepScroll(event: SyntheticEvent): void {
  event.stopPropagation();
}
