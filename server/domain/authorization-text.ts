const DEFAULT_COMPANY_NAME = 'the Company'

const DEFAULT_AUTHORIZATION_TEXT = `AUTHORIZATION
The merchant and each owner or officer named above ("you") confirm that everything in this application is true, correct and complete, and authorize {companyName}, its agents and the funding sources it works with to obtain business and consumer credit reports, bank and trade references, and other information about you and the business, now and while any advance is outstanding.

You authorize {companyName} to share this application and the documents attached to it with funding sources in order to obtain offers of financing. You waive any claim against those who give such information in good faith. This application is not an offer or a commitment to fund, and you may be asked for further documents.

By signing below you agree that your electronic signature has the same effect as one made by hand.`

/** The wording an applicant signs. Uses split and join because String.replace would expand `$&` in a company's name. */
export function authorizationFor(
  text: string | null,
  companyName: string | null,
): { title: string; body: string } {
  const wording = text?.trim() ? text.trim() : DEFAULT_AUTHORIZATION_TEXT
  const named = wording.split('{companyName}').join(companyName?.trim() || DEFAULT_COMPANY_NAME)
  const [title = '', ...body] = named.split(/\r?\n/)
  return { title: title.trim(), body: body.join('\n').trim() }
}
