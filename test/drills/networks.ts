import { execFileSync, spawnSync } from 'node:child_process';
import { isRoot } from '#db/embedded/user.ts';
import type { Place } from './cluster-server.ts';

/** Networks of this machine with one switch between them and this machine, each on a cable that can be pulled. */
export interface Networks {
  places: Place[];
  /** Nothing reaches the network any more, and what runs in it goes on. */
  unplug(place: Place): void;
  plug(place: Place): void;
  close(): void;
}

const needed = ['ip', 'setpriv'];

/** What is missing here for networks of their own, in Portuguese; `null` if nothing is. */
export function networksFault(): string | null {
  if (process.platform !== 'linux') return 'A partição usa as redes do Linux (ip netns); aqui não há.';
  if (!isRoot()) return 'A partição precisa de root, para criar redes (ip netns).';
  const missing = needed.find((program) => spawnSync(program, ['--version']).error !== undefined);
  return missing ? `Falta o programa ${missing} (apt-get install iproute2 util-linux).` : null;
}

/** Opens this many networks; they are gone with this process. */
export function openNetworks(count: number): Networks {
  // Two drills on one machine must not share addresses.
  const subnet = `10.${(process.pid >> 8) & 255}.${process.pid & 255}`;
  const bridge = name('sw');
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('addr', 'add', `${subnet}.1/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  const places = Array.from({ length: count }, (_, at) => {
    const network = name(`n${at}`);
    const host = `${subnet}.${at + 2}`;
    ip('netns', 'add', network);
    ip('link', 'add', cableOf(network), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', network);
    ip('link', 'set', cableOf(network), 'master', bridge, 'up');
    ip('-n', network, 'addr', 'add', `${host}/24`, 'dev', 'eth0');
    for (const device of ['lo', 'eth0']) ip('-n', network, 'link', 'set', device, 'up');
    return { host, network };
  });

  function close(): void {
    process.off('exit', close);
    for (const { network } of places) {
      // A network lives on for as long as a connection in it does; its cable goes at once.
      spawnSync('ip', ['link', 'del', cableOf(network)]);
      spawnSync('ip', ['netns', 'del', network]);
    }
    spawnSync('ip', ['link', 'del', bridge]);
  }

  process.once('exit', close);
  return {
    places,
    unplug: ({ network }) => ip('link', 'set', cableOf(network!), 'down'),
    plug: ({ network }) => ip('link', 'set', cableOf(network!), 'up'),
    close,
  };
}

const name = (what: string) => `pr${process.pid}${what}`;

/** This machine's end of a network's cable. */
const cableOf = (network: string) => `${network}c`;

function ip(...words: string[]): void {
  execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'inherit'] });
}
