import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fault } from '#db/fault.ts';
import type { Config } from '#server/config/config.ts';

type ListenAddress = Pick<Config, 'host' | 'port'>;

/**
 * Checks the port before slow steps begin.
 * @returns the port; for port 0, one that is free now
 * @throws a fault when the port is taken or not allowed
 */
export async function checkPort(place: ListenAddress): Promise<number> {
  const probe = createServer();
  return new Promise<number>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(place.port, place.host, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  }).catch(explainListenError(place));
}

/** Explains to the operator why the server cannot listen on a port, and what to do. */
export function explainListenError({ host, port }: ListenAddress): (error: NodeJS.ErrnoException) => never {
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
