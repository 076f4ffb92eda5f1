import { randomBytes } from 'node:crypto'
import { STATEMENT_TYPE } from '#domain/files'
import { demoMessages } from '#domain/messages/demo'
import { ROLE_PRESETS } from '#domain/permissions'
import type { RequestItem } from '#domain/request'
import { authorizationText } from '#domain/signing'
import { lastMonths } from '#domain/statement-month'
import { isDecision } from '#domain/submission-status'
import { emailKey } from '../auth/email-key.ts'
import { sealForSession } from '../documents/document-key.ts'
import { sealName } from '../documents/document-name.ts'
import { AppError } from '../errors.ts'
import { recordEvents, type AuditActor, type EventRecord } from '../events/record-event.ts'
import { uuidV7 } from '../lib/uuid.ts'
import { fileContext, formSessionKeyContext } from '../platform/crypto/contexts.ts'
import { KEY_BYTES } from '../platform/crypto/seal.ts'
import { isTaken } from '../platform/database/database-error.ts'
import type { Tx } from '../platform/database/db.ts'
import { loadSharp } from '../platform/files/open-picture.ts'
import { putEncrypted } from '../platform/files/stored-file.ts'
import { addJobs } from '../platform/queue/add-job.ts'
import { storeNote } from '../desk/notes.service.ts'
import { sealRequest } from '../requests/sealed-request.ts'
import type { Services } from '../services.ts'
import { queueStatements } from '../statements/queue-statements.ts'
import { keyedColumns } from '../submissions/accept/keyed-columns.ts'
import { sealTexts, toClearColumns, toSubmissionTexts } from '../submissions/accept/sealed-submission.ts'
import { exampleStatement } from './example-statement.ts'
import { makeExamples, type Example } from './examples.ts'

type Needs = Pick<Services, 'db' | 'keys' | 'storage'>
type By = { actor: EventRecord['actor']; ip: string }

const COMPANY = { nameIn: 'Example Funding', nameOut: 'Example Funding', isExample: true }
const SLUG = 'example-funding'
const COLLEAGUES = ['Ann Broker', 'Sam Rivera']
const LINK_DAYS = 14
const TIMEOUT_MS = 120_000
const DAY_MS = 24 * 60 * 60 * 1000

/** While there is at most the company that the first start made. */
export async function fillFirst(services: Needs, by: AuditActor): Promise<{ companyId: string }> {
  const others = await services.db.as(by.actor).read((tx) => tx.company.count())
  if (others > 1) throw new AppError('conflict', demoMessages.notAlone)
  return fillExamples(services, by)
}

/**
 * Makes a company with applications in all states, without sending a mail or a webhook.
 * @throws AppError conflict if the examples are there already
 */
export async function fillExamples(services: Needs, by: By): Promise<{ companyId: string }> {
  const signature = await drawSignature()
  const examples = makeExamples().map((example) => ({
    ...example,
    answers: {
      ...example.answers,
      signer1Date: example.createdAt.toISOString().slice(0, 10),
      signer1Signature: signature,
    },
  }))
  try {
    return await services.db.system('seed').write(async (tx) => {
      const place = await makePlace(tx, by)
      const rows = examples.map((example) => toRows(services, place, example))
      await tx.formSession.createMany({ data: rows.map(({ session }) => session) })
      await tx.formSubmission.createMany({ data: rows.map(({ submission }) => submission) })
      await tx.submissionDesk.createMany({ data: rows.map(({ desk }) => desk) })
      for (const [index, row] of rows.entries()) await addExtras(services, tx, row, index)
      await addJobs(tx, 'seal-pdf', rows.map(({ submission: { id } }) => ({ id }))) // prettier-ignore
      await recordEvents(
        tx,
        rows.flatMap((row) => toMove(row, by)),
      )
      return { companyId: place.companyId }
    }, TIMEOUT_MS)
  } catch (error) {
    if (isTaken(error)) throw new AppError('conflict', demoMessages.present)
    throw error
  }
}

type Place = { companyId: string; linkId: string; people: { id: string; name: string }[]; wording: string }

async function makePlace(tx: Tx, by: By): Promise<Place> {
  const { id: companyId } = await tx.company.create({ data: COMPANY, select: { id: true } })
  const preset = { ...ROLE_PRESETS.companyAdmin, permissions: [...ROLE_PRESETS.companyAdmin.permissions] }
  const role = await tx.role.create({ data: { ...preset, companyId }, select: { id: true } })
  const people = COLLEAGUES.map((name) => ({ id: uuidV7(), name, email: toAddress(name) }))
  // They have no password, so an admin has to set one before anybody signs in as them.
  const account = { passwordHash: '', passwordSetByOther: true, roleId: role.id, companyId }
  await tx.user.createMany({
    data: people.map((person) => ({ ...person, emailKey: emailKey(person.email), ...account })),
  })
  const owner = { userId: people[0]?.id ?? null, userName: people[0]?.name ?? '' }
  const link = await tx.generatedLink.create({ data: { slug: SLUG, name: 'Website', companyId, ...owner } })
  const object = { companyId, objectType: 'company', objectId: companyId }
  await recordEvents(tx, [{ ...by, ...object, act: 'company-created', detail: { after: COMPANY } }])
  const wording = authorizationText({
    companyName: COMPANY.nameOut,
    contact: '',
    authorizationText: '',
    disclaimer: '',
  })
  return { companyId, linkId: link.id, people, wording }
}

const toAddress = (name: string): string => `${name.toLowerCase().replace(' ', '.')}@example-funding.example`

function toRows({ keys }: Needs, { companyId, linkId, people, wording }: Place, example: Example) {
  const { answers, status, createdAt, statusAt, owner } = example
  const id = uuidV7(createdAt.getTime())
  const place = { id, companyId }
  const dataKey = keys.newDataKey(formSessionKeyContext(id, companyId))
  const texts = toSubmissionTexts(answers)
  const { ownerHashes, ...keyed } = keyedColumns(keys, place, answers, texts)
  const wrappedKey = new Uint8Array(dataKey.wrapped)
  const person = owner === undefined ? undefined : people[owner]
  return {
    example,
    dataKey,
    session: {
      ...place,
      linkId,
      wrappedKey,
      createdAt,
      signedAt: createdAt,
      submittedAt: createdAt,
      expiresAt: createdAt,
    },
    submission: {
      ...place,
      linkId,
      createdAt,
      authorizationText: wording,
      clientIp: '192.0.2.1',
      ...keyed,
      ...sealTexts(dataKey.key, place, texts),
    },
    desk: {
      ...place,
      ...toClearColumns(answers),
      linkId,
      createdAt,
      submittedById: people[0]?.id ?? null,
      submittedBy: people[0]?.name ?? '',
      ownerHashes: (ownerHashes.match(/-?\d+/g) ?? []).map(BigInt),
      status,
      statusKey: status,
      statusAt,
      updatedAt: statusAt,
      reason: status === 'declined' ? 'low_sales' : status === 'withdrawn' ? 'no_answer' : null,
      ...(person && { ownerId: person.id, ownerName: person.name }),
      ...(isDecision(status) && { decidedAt: statusAt }),
      ...(status === 'funded' && { fundedAt: statusAt }),
    },
  }
}
type Rows = ReturnType<typeof toRows>

async function addExtras(services: Needs, tx: Tx, rows: Rows, number: number): Promise<void> {
  const { example, desk } = rows
  const months = lastMonths(desk.createdAt.toISOString().slice(0, 10), 3).slice(0, example.months)
  const data = []
  for (const month of months) data.push(await storeStatement(services, rows, number, month))
  await tx.document.createMany({ data })
  if (data.length > 0) await queueStatements(tx, desk.id)
  const author = { userId: desk.submittedById ?? '', name: desk.submittedBy }
  if (example.note !== undefined)
    await storeNote(tx, services.keys, author, { id: desk.id, text: example.note })
  if (example.isAsked)
    await ask(services, tx, rows, lastMonths(new Date().toISOString().slice(0, 10), 1)[0] ?? '')
}

async function storeStatement(
  { storage }: Needs,
  { dataKey, desk, example }: Rows,
  number: number,
  month: string,
) {
  const { companyId, legalName, monthlySales } = desk
  const file = { id: uuidV7(), companyId }
  const key = randomBytes(KEY_BYTES)
  const storedAs = `documents/${file.id}`
  const drawn = await exampleStatement({ name: legalName, monthlySales: monthlySales ?? 0, number }, month)
  const content = Buffer.from(drawn)
  await putEncrypted(storage, { name: storedAs, key, context: fileContext('document', file.id) }, content)
  return {
    ...file,
    ...sealName(key, file, `statement-${month}.pdf`),
    formSessionId: desk.id,
    documentType: STATEMENT_TYPE,
    fileType: 'application/pdf',
    fileSize: content.length,
    storedAs,
    wrappedKey: sealForSession(dataKey.key, file, key),
    statementMonth: month,
    createdAt: example.createdAt,
  }
}

async function ask({ keys }: Needs, tx: Tx, { session, desk }: Rows, month: string): Promise<void> {
  const wanted: RequestItem[] = [
    { kind: 'statement', month },
    { kind: 'answer', question: demoMessages.question },
  ]
  const id = uuidV7()
  const items = wanted.map((each) => ({ wanted: each, state: 'asked' as const, at: null }))
  const place = { id: desk.id, companyId: desk.companyId, formSession: session }
  const data = sealRequest(keys, place, id, { message: '', items })
  const of = { submissionId: desk.id, companyId: desk.companyId, askedBy: desk.submittedBy, mailed: false }
  await tx.submissionRequest.create({
    data: { id, ...of, data, reminders: false, expiresAt: new Date(Date.now() + LINK_DAYS * DAY_MS) },
  })
}

function toMove({ desk }: Rows, by: By): EventRecord[] {
  const { id, companyId, status, reason } = desk
  if (status === 'new') return []
  const object = { companyId, objectType: 'submission', objectId: id }
  return [{ ...by, ...object, act: 'submission-status-changed', detail: { from: 'new', to: status, reason } }]
}

/** A pen's stroke on white, as a canvas hands it over. */
async function drawSignature(): Promise<string> {
  const [width, height] = [360, 110]
  const pixels = Buffer.alloc(width * height, 255)
  for (let step = 0; step < 6000; step += 1) {
    const along = step / 6000
    const x = Math.round(20 + along * 300 + 18 * Math.sin(along * 40))
    const y = Math.round(55 + (1 - along / 2) * 35 * Math.cos(along * 40))
    for (const row of [y, y + 1]) pixels.fill(0, row * width + x, row * width + x + 2)
  }
  const sharp = await loadSharp()
  const drawn = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
  return `data:image/png;base64,${drawn.toString('base64')}`
}
