import createCache from '@emotion/cache'

/** The server writes a fresh nonce into the page per request; without it the CSP refuses Emotion's styles. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content

export const styleCache = createCache({ key: 'css', nonce })
