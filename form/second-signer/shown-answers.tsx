import { formattedView } from '#domain/catalogue/formatted-view'
import type { Values } from '#domain/catalogue/values'
import { getOwn } from '#domain/get-own'
import type { LanguagePack } from '#domain/messages/language-pack'
import { secondSignerWords } from '#domain/messages/second-signer'

/** An application to be read, in the language of the page. @param values masked */
export function ShownAnswers({
  values,
  pack: { catalogue, language },
}: {
  values: Values
  pack: LanguagePack
}) {
  const words = secondSignerWords[language]
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  return formattedView(given, 'masked').map(({ key, title, groups }) => (
    <section key={key} className="shown-answers">
      <h3>{key === 'businessInfo' ? words.business : (catalogue?.sections[key] ?? title)}</h3>
      {groups.map((group) => (
        <div key={group.key}>
          {group.title && <h4>{(catalogue && getOwn(catalogue.groups, group.key)) ?? group.title}</h4>}
          <dl>
            {group.rows.map(({ name, label, value, signature }) => (
              <div key={name}>
                <dt>{(catalogue && getOwn(catalogue.inputs, name)?.label) ?? label}</dt>
                <dd>
                  {signature ? words.signed : ((catalogue && getOwn(catalogue.choices, value)) ?? value)}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  ))
}
