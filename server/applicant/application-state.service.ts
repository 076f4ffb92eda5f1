import { parseApplicantSettings } from '#domain/applicant-settings'
import { toDocumentType } from '#domain/document-type'
import { toReference } from '#domain/reference'
import { askedMonths, countStatements } from '#domain/statement-summary'
import { isDecision, isToldDecision, type SubmissionStatus } from '#domain/submission-status'
import { throttle } from '../auth/throttle.ts'
import { AppError } from '../errors.ts'
import { findOriginalSeal } from '../evidence/seals.ts'
import type { Services } from '../services.ts'
import { recordLinkRead } from '../events/audit/record-reading.ts'
import { uploadedFileListing, uploadedFileSelect } from '../documents/uploaded-file.ts'
import { documentName } from '../documents/document-name.ts'
import { openAnswers, sealedSelect } from '../submissions/accept/sealed-submission.ts'
import { additionsSelect, openAdditions, readCorrections } from '../submissions/view/submission-additions.ts'
import { findApplicantLink } from './applicant-link.ts'
import { PAGE_PURPOSES, type ApplicationState } from './application.schema.ts'
import { canAddDocument } from './later-documents.ts'
import { shownOffersSelect, toShownOffers } from './wanted-offer.service.ts'
import { splitInvite } from '#domain/catalogue/invite'
import type { Values } from '#domain/catalogue/values'
import { getOwn } from '#domain/get-own'
import { maskValues } from '#domain/catalogue/formatted-view'
import type { KeyRing } from '../platform/crypto/keys.ts'
import type { Prisma, StatementState, SubmissionRequest } from '../generated/client.ts'
import type { Asked } from '../requests/request.schema.ts'
import { isOpen, openRequest } from '../requests/sealed-request.ts'

const latestRequest = {
  where: { state: { in: ['open', 'answered'] } },
  orderBy: { createdAt: 'desc' },
  take: 1,
} satisfies Prisma.FormSubmission$requestsArgs

type Row = Parameters<typeof openAdditions>[1] & {
  requests: SubmissionRequest[]
  desk: { status: SubmissionStatus } | null
  authorizationText: string
  disclaimer: string
}

/** @param isWhole only by the request's own link */
function toAsked(keys: KeyRing, row: Row, answers: Values, isWhole: boolean): Asked | null {
  const [request] = row.requests
  if (!request || (request.state === 'open' && !isOpen(request))) return null
  // After a decision nothing is needed any more.
  if (request.state === 'open' && row.desk && isDecision(row.desk.status)) return null
  const answeredAt = request.state === 'answered' ? (request.endedAt?.toISOString() ?? null) : null
  const shown = {
    open: isOpen(request),
    askedAt: request.createdAt.toISOString(),
    expiresAt: request.expiresAt.toISOString(),
    answeredAt,
  }
  if (!isWhole || !shown.open) return { ...shown, details: null }
  const { message, items } = openRequest(keys, row, request)
  const current = maskValues({ ...answers, ...readCorrections(keys, row) })
  const before = ({ wanted }: (typeof items)[number]) =>
    wanted.kind === 'correction' ? (getOwn(current, wanted.field) ?? '') : ''
  const { authorizationText, disclaimer } = row
  const signer = answers.signer1Name ?? ''
  const details = { message, signer, authorizationText, disclaimer }
  return {
    ...shown,
    details: { ...details, items: items.map((item) => ({ ...item, before: before(item) })) },
  }
}

const logos = { logoUrl: true, pdfLogoUrl: true } as const
const company = {
  select: { ...logos, nameOut: true, contact: true, timeZone: true, applicantSettings: true },
} as const
const select = {
  ...sealedSelect,
  ...shownOffersSelect,
  signatures: false,
  createdAt: true,
  authorizationText: true,
  disclaimer: true,
  company,
  additions: additionsSelect,
  requests: latestRequest,
  link: { select: { slug: true } },
  desk: { select: { status: true, statusAt: true } },
  formSession: {
    select: {
      wrappedKey: true,
      documents: {
        ...uploadedFileListing,
        where: { unlockedFrom: null },
        select: {
          ...uploadedFileSelect,
          unlocked: { select: { id: true } },
          statement: { select: { state: true } },
        },
      },
    },
  },
} as const

/** Holds no answers but the signers' names. */
export async function applicationState(
  services: Services,
  token: string,
  ip: string,
): Promise<ApplicationState> {
  const link = await findApplicantLink(services, token, PAGE_PURPOSES, { answered: true })
  const { formSessionId: id, purpose } = link
  await throttle(services, 'statePerApplication', id)
  const row = await services.db
    .system('public-form')
    .read((client) => client.formSubmission.findUnique({ where: { id }, select }))
  if (!row) throw new AppError('link_ended')
  await recordLinkRead(services, link, ip)
  const { nameOut, logoUrl, pdfLogoUrl, contact, timeZone } = row.company
  const settings = parseApplicantSettings(row.company.applicantSettings)
  const additions = openAdditions(services.keys, row)
  const answers = openAnswers(services.keys, row)
  const signers = readSigners(answers, row.createdAt, additions)
  const own = row.formSession.documents.filter(({ addedBy }) => addedBy === null)
  const toDocument = (document: (typeof own)[number]) => ({
    id: document.id,
    originalFilename: documentName(services, document),
    fileType: document.fileType,
    fileSize: document.fileSize,
    documentType: toDocumentType(document.documentType),
    statementMonth: document.statementMonth,
    createdAt: document.createdAt.toISOString(),
    later: document.createdAt > row.createdAt,
  })
  const documents = own.map(toDocument)
  const request = toAsked(services.keys, row, answers, purpose === 'request')
  const state = {
    reference: toReference(id),
    receivedAt: row.createdAt.toISOString(),
    slug: row.link.slug,
    company: { nameOut, logoUrl: logoUrl || pdfLogoUrl, contact },
    can: {
      copy: settings.receiptCopy,
      addDocuments: settings.addDocuments && canAddDocument(documents),
      inviteSigner: signers.some(({ state: signed }) => signed === 'waiting'),
    },
    nextSteps: settings.nextSteps,
    decision: settings.showDecisions ? toDecision(row.desk) : null,
    documents,
    statements: {
      asked: askedMonths({ createdAt: row.createdAt, timeZone }),
      ...countStatements(row.formSession.documents),
    },
    request,
    offers: toShownOffers(row),
    seal: await findOriginalSeal(services.db, id),
    signers,
  }
  if (purpose !== 'request' || request?.open !== false) return state
  const can = { copy: false, addDocuments: false, inviteSigner: false }
  const since = row.requests[0]?.createdAt ?? row.createdAt
  const mayBeLocked = own.filter((document) => document.createdAt > since && isUnread(document))
  return {
    ...state,
    can,
    decision: null,
    offers: [],
    documents: mayBeLocked.map(toDocument),
    seal: null,
    signers: [],
  }
}

type Reading = { unlocked: object | null; statement: { state: StatementState } | null }

/** A statement that could not be read: it may need a password. */
const isUnread = ({ unlocked, statement }: Reading): boolean =>
  unlocked === null && statement?.state === 'not_read'

function toDecision(desk: { status: SubmissionStatus; statusAt: Date } | null): ApplicationState['decision'] {
  if (!desk || !isToldDecision(desk.status)) return null
  return { status: desk.status, at: desk.statusAt.toISOString() }
}

type Signer = ApplicationState['signers'][number]
type Later = { kind: string; signer: number; name: string; createdAt: string }

/** The signers whom the answers name, whether they signed, and who signed or is waited for elsewhere. */
function readSigners(values: Values, submittedAt: Date, additions: readonly Later[]): Signer[] {
  const { answers, invite } = splitInvite(values)
  return ([1, 2] as const).flatMap((signer): Signer[] => {
    const name = getOwn(answers, `signer${signer}Name`)?.trim() ?? ''
    const isSigned = Boolean(getOwn(answers, `signer${signer}Signature`))
    if (isSigned) return [{ signer, name, state: 'signed', at: submittedAt.toISOString() }]
    const later = additions.find((addition) => addition.kind === 'signature' && addition.signer === signer)
    if (later) return [{ signer, name: later.name, state: 'signed', at: later.createdAt }]
    if (signer === 2 && invite) return [{ signer, name: invite.name, state: 'waiting', at: null }]
    return name === '' ? [] : [{ signer, name, state: 'missing', at: null }]
  })
}
