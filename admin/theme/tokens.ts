/** Repeated in tokens.css for the pages without Material UI; a test compares them. */
export type Tokens = {
  page: string
  surface: string
  line: string
  /** Borders of fields, 3:1 against the surface. */
  control: string
  ink: string
  muted: string
  accent: string
  onAccent: string
  danger: string
  success: string
  caution: string
}

export const LIGHT: Tokens = {
  page: '#f5f6f8',
  surface: '#ffffff',
  line: '#d9dde3',
  control: '#868f9e',
  ink: '#17202e',
  muted: '#55606f',
  accent: '#1d4fd7',
  onAccent: '#ffffff',
  danger: '#b3261e',
  success: '#0b7a4b',
  caution: '#8a5a00',
}

export const DARK: Tokens = {
  page: '#0f1319',
  surface: '#171c24',
  line: '#2c3440',
  control: '#6b7789',
  ink: '#e8ecf2',
  muted: '#a3adba',
  accent: '#8fb0ff',
  onAccent: '#0b1220',
  danger: '#ff9d94',
  success: '#6fdcaa',
  caution: '#f2c566',
}

export const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
export const RADIUS = 8
export const SIDEBAR_WIDTH = 216

/** Below this width the sidebar is a drawer. */
export const DRAWER_BELOW = 900
