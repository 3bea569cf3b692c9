import { Suspense, useState } from 'react';
import type { ReactElement } from 'react';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import type { IconButtonProps } from '#web/ui/buttons/icon-button.tsx';

interface LateMenuProps {
  face: Pick<IconButtonProps, 'label' | 'icon' | 'tooltip'>;
  /** Begins to fetch what `children` draws. */
  preload: () => void;
  /** The menu, opened, around the button that it is given. */
  children: (trigger: ReactElement) => ReactElement;
}

/** A button whose menu is fetched when a pointer or the focus comes near, and not with the page. */
export function LateMenu({ face, preload, children }: LateMenuProps) {
  const [asked, setAsked] = useState(false);
  const waiting = (
    <IconButton
      {...face}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setAsked(true)}
    />
  );
  if (!asked) return waiting;
  return <Suspense fallback={waiting}>{children(<IconButton {...face} />)}</Suspense>;
}
