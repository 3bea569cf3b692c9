import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/** A PDF of these objects, numbered from 1; the first is its catalog. */
export function pdfOf(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts = objects.map((object, index) =>
    Buffer.concat([latin(`${index + 1} 0 obj\n`), latin(object), latin('\nendobj\n')]),
  );
  const end = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n0\n%%EOF\n`;
  return Buffer.concat([latin('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'), ...parts, latin(end)]);
}

/** A stream with its dictionary. */
export function streamOf(content: string | Buffer, keys = ''): Buffer {
  const bytes = latin(content);
  return Buffer.concat([latin(`<</Length ${bytes.length}${keys}>>\nstream\n`), bytes, latin('\nendstream')]);
}

/** Objects packed as modern writers do, deflated; they are numbered from 100. */
export function packOf(objects: readonly string[], { deflated = true, keys = '' } = {}): Buffer {
  let offset = 0;
  const list = objects.map((object, index) => {
    const entry = `${100 + index} ${offset}`;
    offset += object.length + 1;
    return entry;
  });
  const head = `${list.join(' ')}\n`;
  const content = latin(head + objects.join('\n'));
  const own = `/Type/ObjStm/N ${objects.length}/First ${head.length}${deflated ? '/Filter/FlateDecode' : ''}${keys}`;
  return streamOf(deflated ? deflateSync(content) : content, own);
}

const catalog = '<</Type/Catalog/Pages 2 0 R>>';
const pages = '<</Type/Pages/Kids[3 0 R]/Count 1>>';
const page =
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>';
const opening = (action: string) => `<</Type/Catalog/Pages 2 0 R/OpenAction ${action}>>`;
const script = '<</S/JavaScript/JS(app.alert(1))>>';

/** As people send them: pages packed and not, links, a bookmark to open at, words about scripts, streams of noise. */
export function honestPdf(bytes: number): Buffer {
  const link = '<</Type/Annot/Subtype/Link/A<</S/URI/URI(https://exemplo.com.br/JS/Launch?a=/JavaScript)>>>>';
  return pdfOf([
    opening('[3 0 R/FitH null]'),
    pages,
    page,
    streamOf(randomBytes(bytes), '/Filter/DCTDecode/Subtype/Image'),
    '<</Title(Como o \\(/JavaScript\\) do /Launch funciona)/First 3 0 R>>',
    packOf([link, '<</Type/Font/BaseFont/AAAAAA+Arial>>', '[100 0 R]', '7']),
    '<</S/GoTo/D[3 0 R/Fit]>> % /JavaScript',
  ]);
}

/** PDFs that do more than show something, each by another way. */
export const hostilePdfs: Readonly<Record<string, Buffer>> = {
  'a script on opening': pdfOf([opening(script), pages, page]),
  'a script elsewhere': pdfOf([opening('2 0 R'), script]),
  'a script with a letter in code': pdfOf([opening('<</S/J#61vaScript/#4aS(app.alert(1))>>')]),
  'a tree of scripts': pdfOf(['<</Type/Catalog/Names<</JavaScript<</Names[(a) 2 0 R]>>>>>>', '<<>>']),
  'a program': pdfOf([opening('<</S/Launch/F(cmd.exe)>>')]),
  'a form that is sent': pdfOf([opening('<</S/SubmitForm/F(https://x.example)>>')]),
  'another file': pdfOf([opening('<</S/GoToR/F(\\\\\\\\x.example\\\\a)/D[0/Fit]>>')]),
  'an address on opening': pdfOf([opening('<</S/URI/URI(https://x.example)>>')]),
  'an address elsewhere on opening': pdfOf([opening('2 0 R'), '<</S/URI/URI(https://x.example)>>']),
  'an address on leaving a page': pdfOf([catalog, pages, '<</Type/Page/AA<</C<</S/URI/URI(x)>>>>>>']),
  'a file inside': pdfOf([catalog, '<</Type/Filespec/EF<</F 3 0 R>>>>', streamOf('x', '/Type/EmbeddedFile')]),
  'a form in XML': pdfOf(['<</Type/Catalog/AcroForm<</XFA 2 0 R>>>>', streamOf('<xdp/>')]),
  'a film': pdfOf([catalog, '<</Type/Annot/Subtype/RichMedia>>']),
  'a packed script': pdfOf([catalog, packOf([catalog, script])]),
  'a packed script that is not deflated': pdfOf([catalog, packOf([script], { deflated: false })]),
  'a packed script without a type': pdfOf([catalog, without(packOf([script]), '/Type/ObjStm')]),
  'a script packed in two ways': pdfOf([
    catalog,
    packOf([script], { keys: '/DecodeParms<</Predictor 12>>' }),
  ]),
  'a script behind an open string': pdfOf([catalog, `(\n3 0 obj\n${script}`]),
  'a script in a stream that a table points into': pdfOf([catalog, streamOf(`9 0 obj\n${script}\nendobj`)]),
  'a script in what looks like a stream': pdfOf([
    `<</Type/Catalog/A(>>stream\n)/OpenAction${script}/B(endstream)>>`,
  ]),
  'a script behind a bracket that closes nothing': pdfOf([`<</Type/Catalog/A ] >/OpenAction${script}>>`]),
  'a script behind a comment in its number': pdfOf([
    catalog,
    streamOf(`9 0 %\nobj%\n<</OpenAction${script}>>`),
  ]),
  'a catalog in the trailer': pdfOf([catalog], `/Root<</OpenAction${script}>>`),
  'a list of packed objects that lies': pdfOf([catalog, lying()]),
  'objects unpacked into a gigabyte': pdfOf([catalog, bomb()]),
  'a password': pdfOf([catalog], '/Encrypt 2 0 R'),
  'the test of virus scanners': pdfOf([
    catalog,
    streamOf('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'),
  ]),
};

function without(bytes: Buffer, word: string): Buffer {
  return latin(bytes.toString('latin1').replace(word, ''));
}

/** A reader of the object table sees two words; a reader of the whole file finds a script. */
function lying(): Buffer {
  const head = '100 0 101 0 ';
  return streamOf(`${head}<<>> ${script}`, `/Type/ObjStm/N 2/First ${head.length}`);
}

function bomb(): Buffer {
  const content = Buffer.alloc(40 * 1_048_576, ' ');
  content.write('100 0 ');
  return streamOf(deflateSync(content), '/Type/ObjStm/N 1/First 6/Filter/FlateDecode');
}

function latin(text: string | Buffer): Buffer {
  return typeof text === 'string' ? Buffer.from(text, 'latin1') : text;
}
