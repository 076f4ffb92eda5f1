import path from 'node:path'
import type { Plugin } from 'vite'
import { projectRoot } from '../project-root.ts'

/** What several later parts need, and the first view doesn't; none of it keeps state that parts share. */
const COPIED = new RegExp(
  `/(${[
    'server/domain/messages/(receipt|consent|link-dialog|request|long-date)',
    'server/domain/catalogue/(validate|rules|tax-numbers|phone|display|formatted-view)',
    'server/domain/(signing|email-addresses|request|request-title|month-name|statement-month)',
    'form/receipt/(receipt-words|download-copy)',
    'form/calls/application-api',
    'form/second-signer/(signing-form|consent)',
    'form/signature/sha256',
    'form/(question-dialog|link-dialog|qr-code|use-modal)',
  ].join('|')})\\.tsx?$`,
)

/** Gives each folder of parts its own copy of them. */
export function ownCopies(): Plugin {
  const ofImporter = (importer: string): string | undefined => {
    const [file = '', copy] = importer.split('?copy=')
    const [app, folder = ''] = path.relative(projectRoot, file).split(path.sep)
    if (copy !== undefined || app === 'admin') return copy ?? app
    return app === 'form' ? folder.replace(/\..*/, '') : undefined
  }
  return {
    name: 'own-copies',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const copy = importer && /^[#.]/.test(source) && ofImporter(importer)
      if (!copy || options.kind === 'dynamic-import') return null
      const found = await this.resolve(source, importer.split('?')[0], { ...options, skipSelf: true })
      return found && COPIED.test(found.id) ? `${found.id}?copy=${copy}` : null
    },
  }
}
