import { useEffect, useMemo, useRef } from 'react'
import { readSigning, SIGNING } from '#domain/signing-draft'
import type { Signing, SigningAct } from '#domain/signing'
import { getOwn } from '#domain/get-own'
import { useApplication, useApplicationState } from '../application/application-context.tsx'
import type { Link } from '../calls/api.ts'
import { signaturePart } from '../shared-parts.ts'

/** The consent and the evidence of one signer's signature; the draft keeps both. */
export function useSigning(signer: number, company: Link['company']) {
  const { state, change } = useApplication()
  const text = useApplicationState(({ values }) => getOwn(values, SIGNING) ?? '')
  const language = useMemo(() => readSigning({ [SIGNING]: text })?.consent.language, [text])
  const wording = useRef<string>(undefined)

  useEffect(() => {
    wording.current = undefined
    if (!language) return
    // Without it, the evidence lacks this digest.
    void signaturePart()
      .then((part) => part.wordingDigest(language, company))
      .then((digest) => (wording.current = digest))
      .catch(() => undefined)
  }, [language, company])

  const save = (signing: Signing) => change(SIGNING, JSON.stringify(signing))
  return {
    consented: language !== undefined,
    consent: (consent: Signing['consent']) => save({ consent }),
    record: (act: SigningAct | null) => {
      const signing = readSigning(state().values)
      if (signing)
        save({ ...signing, [`signer${signer}`]: act ? { ...act, wording: wording.current } : undefined })
    },
  }
}
