import { parseApplicantSettings } from '#domain/applicant-settings'
import { toReference } from '#domain/reference'
import type { SubmissionStatus } from '#domain/submission-status'
import { asSystem } from '../../auth/actor.ts'
import { throttle } from '../../auth/throttle.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { uploadedFileListing } from '../document/uploaded-file.ts'
import { documentName } from '../document/document-name.ts'
import { openAnswers, sealedSelect } from '../submission/sealed-submission.ts'
import { additionsSelect, openAdditions } from '../submission/submission-additions.ts'
import { latestRequest, toAsked } from '../request/asked.ts'
import { findApplicantLink } from './applicant-link.ts'
import { PAGE_PURPOSES, type ApplicationState } from './application.schema.ts'
import { canAddDocument } from './later-documents.ts'
import { readSigners } from './signers.ts'

const company = {
  select: { nameOut: true, logoUrl: true, pdfLogoUrl: true, contact: true, applicantSettings: true },
} as const
const select = {
  ...sealedSelect,
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
    select: { wrappedKey: true, documents: { ...uploadedFileListing, where: { addedBy: null } } },
  },
} as const

/** What an applicant sees of a submitted application: no answers but the signers' names. */
export async function applicationState(services: Services, token: string): Promise<ApplicationState> {
  const { formSessionId: id, purpose } = await findApplicantLink(services, token, PAGE_PURPOSES)
  await throttle(services, 'statePerApplication', id)
  const row = await asSystem(services.db, 'public-form', (client) =>
    client.formSubmission.findUnique({ where: { id }, select }),
  )
  if (!row) throw new AppError('link_ended')
  const { nameOut, logoUrl, pdfLogoUrl, contact } = row.company
  const settings = parseApplicantSettings(row.company.applicantSettings)
  const additions = openAdditions(services.keys, row, 'masked')
  const answers = openAnswers(services.keys, row)
  const signers = readSigners(answers, row.createdAt, additions)
  const documents = row.formSession.documents.map((document) => ({
    id: document.id,
    originalFilename: documentName(services, document),
    fileType: document.fileType,
    fileSize: document.fileSize,
    statementMonth: document.statementMonth,
    createdAt: document.createdAt.toISOString(),
    later: document.createdAt > row.createdAt,
  }))
  return {
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
    request: toAsked(services.keys, row, answers, purpose === 'request'),
    signers,
  }
}

function toDecision(desk: { status: SubmissionStatus; statusAt: Date } | null): ApplicationState['decision'] {
  if (desk?.status !== 'approved' && desk?.status !== 'funded' && desk?.status !== 'declined') return null
  return { status: desk.status, at: desk.statusAt.toISOString() }
}
