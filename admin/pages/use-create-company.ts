import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { companyMessages } from '#domain/messages/panel-company'
import { ROLE_PRESETS } from '#domain/permissions'
import { ApiError } from '../providers/api-error.ts'
import { requestData } from '../providers/request.ts'
import { useFailure } from '../providers/use-failure.ts'

const words = companyMessages.create

type State = 'filling' | 'busy' | 'done'

export function useCreateCompany() {
  const [state, setState] = useState<State>('filling')
  const [problem, setProblem] = useState<string | null>(null)
  const fail = useFailure()

  const create = async (values: FieldValues): Promise<Record<string, string> | undefined> => {
    if (state !== 'filling') return undefined
    setState('busy')
    setProblem(null)
    try {
      await requestData('/api/admin/create-company', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(toBody(values)),
      })
      setState('done')
      return undefined
    } catch (error) {
      setState('filling')
      setProblem(toSentence(error))
      if (!(error instanceof ApiError)) return undefined
      if (error.status === 401) await fail(error, words.failed)
      return error.fields
    }
  }
  return { state, problem, create }
}

function toSentence(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return words.failedUnknown
  return error.code === '' ? words.failed : error.message
}

const toBody = ({ company, user, role }: FieldValues) => ({
  company: { ...company, notifyEmails: company.notifyEmails ?? '' },
  user: { ...user, email: String(user.email).trim() },
  role: { ...role, userType: ROLE_PRESETS.companyAdmin.userType },
})
