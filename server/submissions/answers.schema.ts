import { z } from 'zod'
import { INPUTS } from '#domain/catalogue/index'

const fields = [...INPUTS.values()].map(({ name, label }) => {
  return [name, z.string().optional().meta({ description: label })] as const
})

/** By the names of the form's fields. Loose, as orval's interfaces allow no optional field beside typed others. */
export const answers = z.object(Object.fromEntries(fields)).loose().meta({ id: 'Answers' })

export const ANSWERS_EXAMPLE = {
  legalName: 'Golden Crust LLC',
  dbaName: 'Golden Crust',
  state: 'NY',
  advanceAmount: '60000',
  sales: '85,000',
}
