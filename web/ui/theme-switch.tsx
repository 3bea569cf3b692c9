import { lazy, Suspense, useState } from 'react';
import { IconButton } from '#web/ui/icon-button.tsx';
import { themeOptions } from '#web/ui/theme-options.tsx';
import { useTheme } from '#web/ui/theme.ts';

const load = () => import('#web/ui/theme-menu.tsx').then((module) => ({ default: module.ThemeMenu }));
const ThemeMenu = lazy(load);
const preload = () => void load().catch(() => undefined);

/** Claro, Escuro or Sistema, in a menu that is fetched when a pointer or the focus comes near. */
export function ThemeSwitch() {
  const [theme] = useTheme();
  const [asked, setAsked] = useState(false);
  const current = themeOptions.find((option) => option.value === theme) ?? themeOptions[2];
  const face = { label: `Mudar tema, agora ${current.label.toLowerCase()}`, icon: current.icon };
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
  return (
    <Suspense fallback={waiting}>
      <ThemeMenu trigger={<IconButton {...face} />} />
    </Suspense>
  );
}
