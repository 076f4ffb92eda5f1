import { useEffect, type RefObject } from 'react'
import { useFormContext, useFormState, type UseFormReturn } from 'react-hook-form'

type Props = { formRef: RefObject<UseFormReturn | null>; onDirty: (isDirty: boolean) => void }

export const FormHandle = ({ formRef, onDirty }: Props) => {
  const context = useFormContext()
  const { isDirty } = useFormState()
  useEffect(() => {
    formRef.current = context
  }, [formRef, context])
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  return null
}
