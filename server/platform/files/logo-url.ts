export const LOGO_PATH = '/api/logos/'

const FILE = /^[0-9a-f-]{36}\.png$/

export const logoName = (file: string): string | null => (FILE.test(file) ? `logos/${file}` : null)

export const parseLogoUrl = (url: string): string | null =>
  url.startsWith(LOGO_PATH) ? logoName(url.slice(LOGO_PATH.length)) : null
