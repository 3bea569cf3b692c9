import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { LazyMenu } from '#web/ui/overlays/lazy-menu.tsx';
import { themeOptions } from './theme-options.tsx';
import { useTheme } from './theme.ts';

const load = () => import('./theme-menu.tsx').then((module) => ({ default: module.ThemeMenu }));
const ThemeMenu = lazyPart(load);
const preload = () => void load().catch(() => undefined);

/** Claro, Escuro or Sistema. */
export function ThemeSwitch() {
  const [theme] = useTheme();
  const current = themeOptions.find((option) => option.value === theme) ?? themeOptions[2];
  const face = { label: `Mudar tema, agora ${current.label.toLowerCase()}`, icon: current.icon };
  return (
    <LazyMenu button={face} preload={preload}>
      {(trigger) => <ThemeMenu trigger={trigger} />}
    </LazyMenu>
  );
}
