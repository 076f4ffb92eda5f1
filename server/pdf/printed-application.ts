import type { Values } from '#domain/catalogue/values'

/** Everything that is printed of an application. */
export type PrintedApplication = {
  id: string
  createdAt: Date
  companyName: string
  /** in which times are printed */
  timeZone: string
  /** the bytes of a PNG or JPEG; anything else prints no logo */
  logo: Buffer | null
  values: Values
  /** as signed: the company's wording, '' for the default one */
  authorizationText: string
  disclaimer: string
  clientIp: string
}

export type RenderOptions = {
  /** printed small on each page: who took this copy, and when */
  stampedFor?: { name: string; at: Date }
}

/** A picture as it is embedded without a copy, and its size in pixels. */
export type Picture = { png: Uint8Array<ArrayBuffer>; width: number; height: number }

/** A signer as printed: `drawing` null where none can be shown, `note` then says why. */
export type Signer = {
  title: string
  /** Full name and date, with the labels of the form. */
  answers: { label: string; value: string }[]
  drawing: Picture | null
  note: string
}

/** What a layout thread is given: pictures are read before, as that has threads of its own. */
export type PreparedApplication = Omit<PrintedApplication, 'logo'> &
  RenderOptions & { logo: Picture | null; signers: Signer[] }
