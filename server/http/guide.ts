import type { FastifyInstance, FastifyReply } from 'fastify'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../errors.ts'
import { projectRoot } from '../project-root.ts'
import type { Services } from '../services.ts'
import { sendDocsPage } from './docs-page.ts'

const FOLDER = path.join(projectRoot, 'server', 'guide')
const ADDRESS = 'https://intake.example.com'

type Page = { url: string; title: string; html: string }

/** The Markdown files of `server/guide`, in the order of their names: `03-lists.md` is `/api/docs/guide/lists`. */
export function registerGuide(app: FastifyInstance, services: Pick<Services, 'publicUrl'>): void {
  let pages: Promise<Page[]> | undefined
  const show = async (page: string | undefined, reply: FastifyReply): Promise<FastifyReply> => {
    const all = await (pages ??= readPages(services.publicUrl))
    const shown = page === undefined ? all[0] : all.find(({ url }) => url === `/api/docs/guide/${page}`)
    if (!shown) throw new AppError('not_found')
    const entries = all.map(
      ({ url, title }) =>
        `<li><a href="${url}"${url === shown.url ? ' aria-current="page"' : ''}>${title}</a></li>`,
    )
    const body = `<nav aria-label="Guide"><ul>${entries.join('')}</ul></nav><main>${shown.html}</main>`
    return sendDocsPage(reply, { title: shown.title, section: 'guide', body })
  }
  app.get('/docs/guide', (_request, reply) => show(undefined, reply))
  app.get<{ Params: { page: string } }>('/docs/guide/:page', ({ params }, reply) => show(params.page, reply))
}

async function readPages(publicUrl: string): Promise<Page[]> {
  const { marked } = await import('marked')
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.md')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(path.join(FOLDER, name), 'utf8')).replaceAll(ADDRESS, publicUrl)
      // Focusable, so that the keyboard scrolls long lines.
      const html = (await marked.parse(text)).replaceAll('<pre>', '<pre tabindex="0">')
      const slug = path.basename(name, '.md').replace(/^\d+-/, '')
      return { url: `/api/docs/guide/${slug}`, title: /^# (.+)$/m.exec(text)?.[1] ?? slug, html }
    }),
  )
}
