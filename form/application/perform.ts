import { api, type Link, type SubmitPayload } from '../calls/api.ts'
import { ApiError, isConflict, isTooMany } from '../calls/api-error.ts'
import { createTimers } from '../calls/timers.ts'
import { discardDraft, saveDraft, saveDraftOnLeaving } from '../draft/draft-request.ts'
import { browserStorage } from '../browser-storage.ts'
import { announceStarted, announceSubmitted, revealTop } from '../embed/frame.ts'
import type { FilesPart } from '../uploads/files.ts'
import type { Call, Effect, Event } from './event.ts'
import { LANGUAGE_KEY } from '../language/language-choice.ts'
import { tokenKeys, type TokenStore } from './token-store.ts'
import { NOT_LOADED, withForm } from './page-link.ts'
import type { LoadedLink, LoadFailure } from './state.ts'
import { signaturePart } from '../shared-parts.ts'

type Submit = { payload: SubmitPayload; company: Link['company'] }

/** Adds digests of the shown text. If they can't be computed, the application is sent without them. */
const withDigests = async ({ payload, company }: Submit): Promise<SubmitPayload> =>
  payload.signing
    ? signaturePart()
        .then((part) => part.addDigests(payload, company))
        .catch(() => payload)
    : payload

type Edge = {
  tokens: TokenStore
  loadFilesPart: () => Promise<FilesPart>
  dispatch: (event: Event) => void
}

export function createPerformer({
  tokens,
  loadFilesPart,
  dispatch,
}: Edge): (effect: Effect, part: FilesPart | null) => void {
  const calls = new Map<Call, AbortController>()
  const timers = createTimers((timer) => dispatch({ type: 'timeUp', timer }))

  const report = <T>(
    run: (signal: AbortSignal) => Promise<T>,
    done: (result: T) => Event,
    fail: (error: ApiError) => Event,
    name?: Call,
  ) => {
    const cut = new AbortController()
    const { signal } = cut
    if (name) calls.set(name, cut)
    const tell = (event: Event) => signal.aborted || dispatch(event)
    run(signal).then(
      (result) => tell(done(result)),
      (cause: unknown) =>
        tell(fail(cause instanceof ApiError ? cause : new ApiError('', 'network', {}, cause))),
    )
  }

  const takeSession = async (slug: string, isKept: boolean): Promise<string> => {
    // Another tab may have opened one.
    const token = tokens.read() ?? (await api.initialiseSession(slug))
    if (isKept) tokens.write(token)
    return token
  }

  return (effect, part) => {
    switch (effect.do) {
      case 'loadLink':
        return void loadLink(effect.slug).then((loaded) =>
          dispatch('say' in loaded ? { type: 'linkFailed', why: loaded } : { type: 'linkLoaded', loaded }),
        )
      case 'takeSession':
        return report(
          () => takeSession(effect.slug, effect.isKept),
          (token) => ({ type: 'sessionTaken', token }),
          (error) => ({ type: 'sessionFailed', error }),
        )
      case 'forgetSession':
        return tokens.clear(effect.token)
      case 'markBegun':
        return tokens.markBegun(effect.token)
      case 'keepPassed':
        return tokens.keepPassed(effect.sections)
      case 'ask': {
        const { question } = effect
        const isOfSubmit = question.why === 'retry' || question.why === 'conflict'
        return report(
          () => api.sessionState(question.token),
          (held) => ({ type: 'stateTold', question, held }),
          (error) => ({ type: 'stateFailed', question, error }),
          isOfSubmit ? 'submit' : undefined,
        )
      }
      case 'saveDraft':
        return report(
          (signal) => saveDraft(effect.token, effect.patch, signal),
          () => ({ type: 'draftSaved' }),
          (error) => ({ type: 'draftFailed', error }),
          'draft',
        )
      case 'saveDraftOnLeaving':
        return saveDraftOnLeaving(effect.token, effect.patch)
      case 'discardDraft': {
        const { token, generation } = effect
        // The page is empty even if this fails; the server erases expired drafts.
        return void discardDraft(token).catch((error: unknown) => {
          if (isConflict(error)) dispatch({ type: 'draftKept', token, generation })
        })
      }
      case 'submit':
        return report(
          async (signal) => api.submit(await withDigests(effect), signal),
          ({ receiptToken, createdAt }) => ({
            type: 'accepted',
            ...(receiptToken && { receipt: { token: receiptToken, at: createdAt } }),
          }),
          (error) => ({ type: 'submitFailed', error }),
          'submit',
        )
      case 'cut':
        return calls.get(effect.call)?.abort()
      case 'wait':
        return void timers.wait(effect)
      case 'stopWaiting':
        return timers.stop(effect.timer)
      case 'tellHost':
        if (tokens.markNotified(effect.token)) announceSubmitted()
        return
      case 'keepReceipt':
        return tokens.keepReceipt(effect.receipt)
      case 'forgetReceipt':
        return tokens.forgetReceipt()
      case 'forgetVisit':
        return [...Object.values(tokenKeys(effect.slug)), LANGUAGE_KEY].forEach(browserStorage.remove)
      case 'announceStarted':
        return announceStarted()
      case 'revealTop':
        return revealTop()
      case 'warnEmpty':
        return console.warn('No form data was collected')
      case 'loadFilesPart':
        return void loadFilesPart().then(
          (loaded) => dispatch({ type: 'filesPartLoaded', part: loaded }),
          () => dispatch({ type: 'filesPartFailed' }),
        )
      default:
        return part?.perform(effect, dispatch)
    }
  }
}

async function loadLink(slug: string): Promise<LoadedLink | LoadFailure> {
  try {
    return withForm(await api.link(slug))
  } catch (cause) {
    if (!(cause instanceof ApiError) || ['network', 'foreign'].includes(cause.code)) return NOT_LOADED
    const again = isTooMany(cause) || cause.code === 'internal'
    return { say: ({ errors }) => cause.message || errors.fetchLink, again }
  }
}
