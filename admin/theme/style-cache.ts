import createCache from '@emotion/cache'

/** The server writes a nonce into each page; without it, the CSP blocks Emotion's styles. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content

export const styleCache = createCache({ key: 'css', nonce })
