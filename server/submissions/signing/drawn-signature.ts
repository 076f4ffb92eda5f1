import type { Input } from '#domain/catalogue/define'
import { INPUTS } from '#domain/catalogue/index'
import { findProblem } from '#domain/catalogue/validate'
import type { Values } from '#domain/catalogue/values'
import { getOwn } from '#domain/get-own'
import { LIMITS } from '#domain/limits'
import type { ProblemKey } from '#domain/messages/form'
import type { Tx } from '../../platform/database/db.ts'
import { pngProblem } from '../../platform/files/png.ts'
import { signatureBytes, signaturePicture, toDataUrl } from '../pdf/pictures.ts'
import type { Services } from '../../services.ts'
import {
  openAnswers,
  openSubmission,
  type SealedSubmission,
  readOrNull,
} from '../accept/sealed-submission.ts'
import { openAdditions } from '../view/submission-additions.ts'

/** The problem of a sent answer; of a drawing also that it is no picture, or a large one. */
export function findSentProblem(input: Input, values: Values, today: string): ProblemKey | null {
  const sent = getOwn(values, input.name) ?? ''
  const found = findProblem(input, values, today)
  if (found !== null || input.kind !== 'signature' || sent === '') return found
  return pngProblem(signatureBytes(sent) ?? Buffer.alloc(0), LIMITS.signaturePixels)
}

type Drawn = { values: Values | null; additions: { kind: string; signer: number; signature: string }[] }

/** An answer to a request may hold a new signature of the first signer. */
export const isSignedByFirst = ({ values, additions }: Drawn): boolean =>
  Boolean(values && getOwn(values, 'signer1Signature')) ||
  additions.some(({ kind, signer, signature }) => signature && (kind !== 'signature' || signer === 1))

/** Clears the mark 'Not signed' in lists. */
export const noteFirstSignature = (tx: Tx, id: string) =>
  tx.submissionDesk.updateMany({ where: { id, lacksSignature: true }, data: { lacksSignature: false } })

type Needs = Pick<Services, 'keys' | 'log'>
type Row = SealedSubmission & Parameters<typeof openAdditions>[1]

/**
 * Opens a submission for staff, each drawing decoded and encoded anew.
 * @returns `unreadable`: inputs and additions whose drawing can't be decoded; it is '' and so counts as not signed
 */
export async function openDrawn({ keys, log }: Needs, row: Row, mask?: (values: Values) => Values) {
  const read = <T>(open: () => T) => readOrNull({ log }, row.id, open)
  // A damaged drawing hides no answers.
  const sent = read(() => openSubmission(keys, row)) ?? read(() => openAnswers(keys, row))
  const unreadable: string[] = []
  const redraw = async (name: string, drawing: string): Promise<string> => {
    const picture = drawing && (await signaturePicture(drawing))
    if (picture) return toDataUrl(picture.png)
    if (drawing) unreadable.push(name)
    return ''
  }
  const drawn = Object.entries(sent ?? {})
    .filter(([name]) => INPUTS.get(name)?.kind === 'signature')
    .map(async ([name, drawing]) => [name, await redraw(name, drawing)] as const)
  const added = (read(() => openAdditions(keys, row, mask)) ?? []).map(async (addition) => ({
    ...addition,
    signature: await redraw(addition.id, addition.signature),
  }))
  const [signatures, additions] = [await Promise.all(drawn), await Promise.all(added)]
  const isSigned = signatures.some(([, drawing]) => drawing) || additions.some(({ signature }) => signature)
  const values = sent && { ...sent, ...Object.fromEntries(signatures) }
  return { values, additions, isSigned, unreadable: unreadable.sort() }
}
