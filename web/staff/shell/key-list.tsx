import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { staffAreas } from './areas.ts';
import type { StaffKeys } from './use-staff-keys.ts';

const everywhere: [string, string][] = [
  ['Ctrl K ou ⌘ K', 'Buscar no painel'],
  ['/', 'Buscar na lista'],
  ['?', 'Ver esta lista'],
  ['Esc', 'Fechar o que está aberto'],
];
const inLists: [string, string][] = [
  ['J e K', 'Próximo e anterior'],
  ['← e →', 'Página anterior e próxima'],
];

/** `?`: every key of the dashboard, and the switch that disables single keys. */
export function KeyList({ keys, onClose }: { keys: StaffKeys; onClose: () => void }) {
  return (
    <Dialog open title="Atalhos do teclado" size="lg" onOpenChange={(open) => !open && onClose()}>
      <Switch
        checked={keys.enabled}
        onCheckedChange={keys.setEnabled}
        hint="Ctrl K continua valendo. Dentro de campos, nenhuma tecla é atalho."
      >
        Atalhos de uma tecla
      </Switch>
      <div className="mt-4 grid gap-6 sm:grid-cols-2">
        <KeyGroup title="Em toda parte" keys={everywhere} />
        <KeyGroup title="Em listas e filas" keys={inLists} />
        <KeyGroup
          title="Ir para"
          keys={staffAreas.map(({ letter, label }) => [`G ${letter.toUpperCase()}`, label])}
        />
      </div>
    </Dialog>
  );
}

function KeyGroup({ title, keys }: { title: string; keys: readonly [string, string][] }) {
  return (
    <section>
      <h3 className="text-ui font-semibold">{title}</h3>
      <dl className="mt-2 flex flex-col gap-1.5 text-sm">
        {keys.map(([key, does]) => (
          <div key={key} className="flex items-baseline justify-between gap-4">
            <dt className="order-2">
              <kbd className="rounded-xs border border-border bg-surface-2 px-1.5 py-0.5 text-xs whitespace-nowrap">
                {key}
              </kbd>
            </dt>
            <dd className="text-ink-2">{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
