import { fail } from '#domain/errors.ts';
import { readPdf, UnreadablePdf } from './pdf-objects.ts';

/** The test file of virus scanners (eicar.org); scanning for live signatures is up to the operator. */
const signatures = ['EICAR-STANDARD-ANTIVIRUS-TEST-FILE!'] as const;

/**
 * Checks every file that is stored as sent (T87): it contains no known signature, and a PDF has no active content.
 * Takes up to about 150 ms of one thread for 10 MB.
 * @throws `unsafe_file` with a text that says what to do
 */
export function refuseUnsafeFile(sent: Buffer, kind: 'pdf' | 'text'): void {
  if (signatures.some((signature) => sent.includes(signature)))
    fail('unsafe_file', {
      detail: 'Um antivírus barra este arquivo, então não o guardamos. Passe um antivírus e envie outro.',
    });
  const fault = kind === 'pdf' ? faultOf(sent) : null;
  if (fault) fail('unsafe_file', { detail: faultMessages[fault] });
}

type PdfFault = 'active' | 'locked' | 'unreadable';

const faultMessages: Record<PdfFault, string> = {
  active:
    'Este PDF executa ações ou leva outros arquivos dentro dele. Imprima-o em um novo PDF, ou envie uma foto.',
  locked: 'Este PDF tem senha ou proteção. Salve uma cópia sem proteção, ou envie uma foto.',
  unreadable: 'Não conseguimos conferir este PDF. Imprima-o em um novo PDF, ou envie uma foto.',
};

/** Scripts, programs, embedded files and actions that run by themselves: no passive document has them. */
const active = new Set([
  'AA',
  'EF',
  'EmbeddedFile',
  'EmbeddedFiles',
  'FileAttachment',
  'GoToE',
  'GoToR',
  'ImportData',
  'JS',
  'JavaScript',
  'Launch',
  'OnInstantiate',
  'Rendition',
  'RichMedia',
  'SubmitForm',
  'XFA',
]);

function faultOf(sent: Buffer): PdfFault | null {
  const faults = new Set<PdfFault>();
  /** Objects that open a URL, and objects that run on opening. Going to a page on opening is harmless. */
  const [addresses, opened] = [new Set<number | null>(), new Set<number | null>()];
  try {
    readPdf(sent, (name, behind, object) => {
      if (active.has(name)) faults.add('active');
      else if (name === 'Encrypt') faults.add('locked');
      else if (name === 'URI') addresses.add(object);
      else if (name === 'OpenAction' && behind.kind === '<<') opened.add(object);
      else if (name === 'OpenAction' && behind.kind === 'word')
        opened.add(Number(behind.text.slice(behind.start, behind.end)));
    });
  } catch (error) {
    if (!(error instanceof UnreadablePdf)) throw error;
    faults.add('unreadable');
  }
  if ([...opened].some((object) => addresses.has(object) || addresses.has(null))) faults.add('active');
  return (['active', 'locked', 'unreadable'] as const).find((fault) => faults.has(fault)) ?? null;
}
