import { smallJpeg, smallPng } from './uploads.ts'

/** Asked for by whatever script of a file gets to run. */
export const CANARY = '/canary-that-must-not-sing'

const SCRIPT = `<script>fetch('${CANARY}');document.title='taken';alert(1)</script><img src=x onerror="fetch('${CANARY}')">`

export type Polyglot = { name: string; type: string; content: Buffer }

/** Files that are what they are called and something else besides: a page, an archive, a program. */
export async function polyglots(): Promise<Polyglot[]> {
  const pdf = [
    `%PDF-1.4\n<!doctype html><html><body>${SCRIPT}</body></html>`,
    `1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.launchURL\\('${CANARY}'\\))>>` +
      `/AA<</WC<</S/JavaScript/JS(app.alert\\(1\\))>>>>>>endobj`,
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 5 0 R/Annots[4 0 R]>>endobj',
    `4 0 obj<</Type/Annot/Subtype/Link/Rect[0 0 200 200]/A<</S/URI/URI(javascript:fetch\\('${CANARY}'\\))>>>>endobj`,
    '5 0 obj<</Length 31>>stream\n0 0.4 0 rg 20 20 160 160 re f  \nendstream endobj',
    'trailer<</Root 1 0 R>>\n%%EOF\n',
  ].join('\n')
  return [
    { name: 'page.pdf', type: 'application/pdf', content: Buffer.from(pdf) },
    {
      name: 'page.png',
      type: 'image/png',
      content: Buffer.concat([await smallPng(), Buffer.from(`<!doctype html>${SCRIPT}`)]),
    },
    {
      name: 'archive.jpg',
      type: 'image/jpeg',
      content: Buffer.concat([await smallJpeg(), Buffer.from(`PK\x03\x04${SCRIPT}`, 'latin1')]),
    },
  ]
}
