import { localised } from '#domain/catalogue/localise'
import { maxLength } from '#domain/catalogue/problem-texts'
import type { Input } from '#domain/catalogue/define'
import type { Language } from '#domain/language'
import { LIMITS } from '#domain/limits'
import { wordsIn } from '#domain/messages/localized-text'
import { wordingFor } from '#domain/signing'
import { US_STATES } from '#domain/us-states'
import { openFormLink, toVisibleForm } from '../../form-sessions/form-link.ts'
import type { Services } from '../../services.ts'
import { isOfSigner } from './create-submission.service.ts'
import type { FormField, FormSchema } from './create.schema.ts'

/** Says no more than the page of the form. Signatures are asked for later. */
export async function readFormSchema(
  services: Pick<Services, 'db'>,
  slug: string,
  language: Language,
): Promise<FormSchema> {
  const link = await openFormLink(services, slug)
  const { sections, uploads } = localised(toVisibleForm(link), wordsIn(language).pack.catalogue)
  const { authorization, disclaimer, consent } = wordingFor(language, link)
  return {
    slug: link.slug,
    language,
    sections: sections.map(({ key, title, groups }) => ({
      key,
      title,
      groups: groups.map((group) => ({
        key: group.key,
        title: group.title,
        fields: group.inputs.filter(({ kind }) => kind !== 'signature').map(toField),
      })),
    })),
    documents: { asked: uploads, most: LIMITS.maxFiles, bytes: LIMITS.fileBytes },
    texts: { authorization, disclaimer, consent },
  }
}

const toField = ({ name, label, kind, required, sensitive, ...input }: Input): FormField => ({
  name,
  label,
  kind,
  required: required && !isOfSigner(name),
  sensitive,
  maxLength: maxLength(kind),
  choices:
    kind === 'state'
      ? US_STATES.map(([value, label]) => ({ value, label }))
      : input.choices.map((value, at) => ({ value, label: input.choiceLabels[at] ?? value })),
  default: input.defaultValue,
  showWhen: input.showWhen && { field: input.showWhen.input, equals: input.showWhen.equals },
  help: input.help,
  placeholder: input.placeholder,
})
