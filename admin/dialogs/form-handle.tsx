import { useEffect, type RefObject } from 'react'
import { useFormContext, useFormState, type UseFormReturn } from 'react-hook-form'

type Props = { formRef: RefObject<UseFormReturn | null>; onDirty: (isDirty: boolean) => void }

/** Inside a form: hands it out to the dialog around it, and tells whether anything was changed. */
export const FormHandle = ({ formRef, onDirty }: Props) => {
  const context = useFormContext()
  const { isDirty } = useFormState()
  useEffect(() => {
    formRef.current = context
  }, [formRef, context])
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  return null
}
