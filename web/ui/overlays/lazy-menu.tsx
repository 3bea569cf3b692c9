import { Suspense, useState } from 'react';
import type { ReactElement } from 'react';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import type { IconButtonProps } from '#web/ui/buttons/icon-button.tsx';

interface LazyMenuProps {
  button: Pick<IconButtonProps, 'label' | 'icon' | 'tooltip'>;
  /** Starts to load the code that `children` renders. */
  preload: () => void;
  /** Renders the opened menu around the given trigger. */
  children: (trigger: ReactElement) => ReactElement;
}

/** A button whose menu code loads on hover or focus, not with the page. */
export function LazyMenu({ button, preload, children }: LazyMenuProps) {
  const [opened, setOpened] = useState(false);
  const placeholder = (
    <IconButton
      {...button}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setOpened(true)}
    />
  );
  if (!opened) return placeholder;
  return <Suspense fallback={placeholder}>{children(<IconButton {...button} />)}</Suspense>;
}
