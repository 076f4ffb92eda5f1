import path from 'node:path'
import type { Plugin } from 'vite'
import { projectRoot } from '../project-root.ts'

export const changedModules = (): Plugin[] => [ownCopies(), unneeded()]

/** Modules that several later parts need and the first view doesn't; none keeps state that parts share. */
const COPIED = new RegExp(
  `/(${[
    'server/domain/messages/(receipt|consent|leave-out|link-dialog|request|statements|long-date|russian-plural)',
    'server/domain/catalogue/(validate|rules|tax-numbers|phone|display|formatted-view)',
    'server/domain/(signing|email-addresses|request|request-title|month-name|statement-month|statement-summary|time-zone|document-type)',
    'form/receipt/(receipt-words|download-copy)',
    'form/calls/(application-api|api|call|timers)',
    'form/second-signer/(signing-form|typed-values)',
    'form/uploads/attached-statements',
    'form/signature/sha256',
    'form/uploads/statement-slots',
    'form/(question-dialog|link-dialog|qr-code|send-failure|use-modal|icons|use-idle)',
  ].join('|')})\\.tsx?$`,
)

/** Gives each folder of parts its own copy of them. */
function ownCopies(): Plugin {
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

/** Parts of libraries that no page uses: lists are exported by the server, and every browser has Object.entries. */
const UNNEEDED = new Map([
  ['ra-core/dist/export/defaultExporter.js', 'export const defaultExporter = false'],
  ['object.entries/index.js', 'module.exports = Object.entries'],
])

function unneeded(): Plugin {
  return {
    name: 'unneeded',
    apply: 'build',
    load: (file) => UNNEEDED.get(file.split('/node_modules/')[1] ?? ''),
    // Its package does not say so itself; without this its WebSocket client is on the login page.
    transform: (_code, file) => (file.includes('/@trpc/client/') ? { moduleSideEffects: false } : null),
  }
}
