import { useState } from 'react';
import { printLabels } from '#contract/shipping/shipments.ts';
import { api, ApiError } from '#web/api/api.ts';

/** Reads the labels of several orders as one PDF and saves it as a file. */
export function useLabelPdf() {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);

  /** @param name of the file, without its ending */
  async function save(hashes: readonly string[], name: string): Promise<void> {
    setPending(true);
    setProblem(null);
    try {
      const { pdf } = await api(printLabels, { body: { hashes: [...hashes] } });
      saveFile(pdf, `${name}.pdf`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    } finally {
      setPending(false);
    }
  }

  return { save, pending, problem };
}

function saveFile(base64: string, name: string): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0)!);
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
