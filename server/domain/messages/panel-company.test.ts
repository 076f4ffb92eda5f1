import { expect, it } from 'vitest'
import { formMessages } from './form.ts'
import { companyMessages } from './panel-company.ts'

it("the preview says what the form says, in the form's words", () => {
  const { title, requiredNote, chooseOne, submit, uploads } = formMessages
  expect(companyMessages.preview.form).toEqual({
    title,
    requiredNote,
    chooseOne,
    submit,
    uploadTitle: uploads.title,
    uploadInstruction: uploads.instruction,
  })
})
