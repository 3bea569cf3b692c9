import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fault } from '#db/fault.ts';
import type { Config } from '#server/config/config.ts';

type Place = Pick<Config, 'host' | 'port'>;

/**
 * Told before anything slow is done.
 * @returns the port, which is a free one where any will do
 * @throws a fault when somebody else has it, or nobody may
 */
export async function refuseTakenPort(place: Place): Promise<number> {
  const probe = createServer();
  return new Promise<number>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(place.port, place.host, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  }).catch(explainListen(place));
}

/** What the operator can do about a port that can't be had. */
export function explainListen({ host, port }: Place): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    if (error.code === 'EADDRINUSE') {
      throw fault(`A porta ${port} já está ocupada. Escolha outra: PORT=${port + 1} npm start`, error);
    }
    if (error.code === 'EACCES') {
      throw fault(`A porta ${port} é reservada ao administrador. Escolha outra: PORT=3000 npm start`, error);
    }
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
      throw fault(
        `Este computador não tem o endereço ${host}. Use HOST=127.0.0.1, ou 0.0.0.0 para todos.`,
        error,
      );
    }
    throw error;
  };
}
