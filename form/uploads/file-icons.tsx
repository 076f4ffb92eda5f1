import { icon } from '../icons.tsx'

const sheet = <path d="M6 3h8l4 4v14H6z M14 3v4h4" />

export const PdfIcon = icon(
  <>
    {sheet}
    <path d="M9 12h6M9 15h6M9 18h3" />
  </>,
)

export const ImageIcon = icon(
  <>
    <path d="M4 5h16v14H4z" />
    <circle cx="9" cy="10" r="1.5" />
    <path d="m5 18 5-5 3 3 3-3 3 3" />
  </>,
)

export const FileIcon = icon(sheet)
export const RemoveIcon = icon(<path d="m7 7 10 10M17 7 7 17" />)
