import { findOriginalSeal, findSealedAdditions, noteSealed } from '../evidence/seals.ts'
import type { Services } from '../services.ts'
import { sealedFile, storeSealed } from '../submissions/pdf/sealed-pdf.ts'
import { printedApplication, printedSelect, toPrintedRow } from '../submissions/pdf/to-printed-application.ts'
import { openAdditions } from '../submissions/view/submission-additions.ts'
import { permanentFailure, readIntact } from './pdf-failure.ts'

type Needs = Pick<Services, 'config' | 'db' | 'keys' | 'storage' | 'pdfs' | 'log' | 'publicUrl'>

const select = { ...printedSelect, pdfState: true } as const

/** Makes a sealed file of each addition that has none, once its original is made or can't be. */
export async function sealAdditions(services: Needs, id: string): Promise<void> {
  const found = await services.db
    .system('job')
    .read((client) => client.submissionDesk.findUnique({ where: { id }, select }))
  if (!found || found.pdfState === 'pending') return
  const row = toPrintedRow(found)
  const sealed = await findSealedAdditions(services.db, id)
  for (const { id: additionId } of row.additions.filter((each) => !sealed.has(each.id)))
    try {
      await sealAddition(services, row, additionId)
    } catch (error) {
      if (permanentFailure(error) === null) throw error
      services.log.error({ submissionId: id, additionId }, 'could not make the PDF of this addition')
    }
}

type Row = Parameters<typeof printedApplication>[1] & Parameters<typeof openAdditions>[1]

async function sealAddition(services: Needs, row: Row, additionId: string): Promise<void> {
  const { db, keys } = services
  const file = await readIntact(async () => sealedFile(keys, row, additionId))
  const ofAddition = { where: { additionId } }
  await storeSealed(services, file, {
    read: async () => {
      const { application, addition } = await readIntact(async () => ({
        application: await printedApplication(services, row),
        addition: openAdditions(keys, row).find(({ id }) => id === additionId),
      }))
      return {
        application: { ...application, isAddition: true, additions: addition ? [addition] : [] },
        since: new Date(addition?.createdAt ?? 0),
        kind: 'addition',
        original: (await findOriginalSeal(db, row.id))?.digest ?? null,
      }
    },
    isNoted: async (tx) => (await tx.sealedFile.count(ofAddition)) > 0,
    note: async (tx, sealed) => {
      const isThere = (await tx.submissionAddition.count({ where: { id: additionId } })) > 0
      if (isThere && sealed) await noteSealed(tx, { submissionId: row.id, additionId, ...sealed })
      return isThere
    },
  })
}
