import type { RaThemeOptions } from 'react-admin'
import { LIMITS } from '#domain/limits'
import { createCardStyle } from './card-style.ts'
import { DARK, FONT, LIGHT, RADIUS, SIDEBAR_WIDTH, type Tokens } from './tokens.ts'

export const lightTheme = createTheme('light', LIGHT)
export const darkTheme = createTheme('dark', DARK)

function createTheme(mode: 'light' | 'dark', t: Tokens): RaThemeOptions {
  const focusRing = { outline: `2px solid ${t.accent}`, outlineOffset: 2 }
  return {
    palette: {
      mode,
      primary: { main: t.accent, contrastText: t.onAccent },
      error: { main: t.danger },
      success: { main: t.success },
      warning: { main: t.caution },
      text: { primary: t.ink, secondary: t.muted },
      background: { default: t.page, paper: t.surface },
      divider: t.line,
    },
    shape: { borderRadius: RADIUS },
    spacing: 4,
    sidebar: { width: SIDEBAR_WIDTH },
    typography: {
      fontFamily: FONT,
      fontSize: 14,
      body1: { fontSize: 14, lineHeight: 1.5 },
      body2: { fontSize: 13, lineHeight: 1.5 },
      h1: { fontSize: 22, lineHeight: '32px', fontWeight: 600 },
      h2: { fontSize: 16, lineHeight: '24px', fontWeight: 600 },
      h3: { fontSize: 13, lineHeight: '20px', fontWeight: 600 },
      button: { textTransform: 'none', fontWeight: 600, fontSize: 14 },
    },
    transitions: {
      duration: {
        shortest: 100,
        shorter: 100,
        short: 120,
        standard: 140,
        complex: 140,
        enteringScreen: 140,
        leavingScreen: 100,
      },
    },
    components: {
      MuiButtonBase: {
        defaultProps: { disableRipple: true },
        styleOverrides: { root: { '&:focus-visible': focusRing } },
      },
      MuiIconButton: { styleOverrides: { sizeSmall: { padding: 8 } } },
      MuiButton: {
        defaultProps: { disableElevation: true },
        styleOverrides: { outlined: { borderColor: t.control, color: t.ink } },
      },
      MuiLink: {
        styleOverrides: { root: { '&:focus-visible': { ...focusRing, borderRadius: 2 }, fontWeight: 500 } },
      },
      MuiListItem: { styleOverrides: { divider: { '&:last-of-type': { borderBottom: 0 } } } },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiOutlinedInput: {
        styleOverrides: {
          notchedOutline: { borderColor: t.control },
          root: { backgroundColor: t.surface },
        },
      },
      MuiTextField: { defaultProps: { size: 'small', variant: 'outlined' } },
      MuiInputBase: {
        styleOverrides: {
          input: {
            '&::placeholder': { color: t.muted, opacity: 1 },
            // Disabled text stays readable.
            '&.Mui-disabled': { WebkitTextFillColor: t.muted },
          },
        },
      },
      MuiFormHelperText: { styleOverrides: { root: { '&.Mui-disabled': { color: t.muted } } } },
      MuiTableCell: {
        styleOverrides: {
          root: {
            borderColor: t.line,
            padding: '3px 6px 3px 14px',
            height: 44,
            fontSize: 14,
            '.MuiTableCell-root + &': { paddingLeft: 6 },
            '&:last-of-type:not([scope="row"])': { paddingRight: 6 },
          },
          head: {
            color: t.muted,
            fontSize: 13,
            fontWeight: 600,
            whiteSpace: 'nowrap',
            backgroundColor: t.surface,
          },
        },
      },
      MuiTableSortLabel: {
        styleOverrides: {
          // Takes room only while it shows the order, below the label where there is none beside it.
          root: {
            position: 'relative',
            display: 'inline-block',
            '& .MuiTableSortLabel-icon': { verticalAlign: 'middle' },
            '&:not(.Mui-active) .MuiTableSortLabel-icon': { position: 'absolute', left: '100%', margin: 0 },
          },
        },
      },
      RaDataTable: {
        styleOverrides: {
          root: {
            display: 'flex',
            flexDirection: 'column',
            '& :is(.select-all, .select-item)': { padding: 4, marginLeft: -6, '& svg': { fontSize: 20 } },
            '& .RaDataTable-tableWrapper': { overflowX: 'auto' },
            '& .RaDataTable-table': { tableLayout: 'fixed' },
            '& .RaDataTable-headerCell': { whiteSpace: 'normal', lineHeight: 1.2 },
            '& .RaDataTable-rowCell': { whiteSpace: 'nowrap' },
            '& .RaDataTable-rowCell time': { display: 'block', whiteSpace: 'normal', lineHeight: 1.3 },
            '& .RaDataTable-row:last-of-type .RaDataTable-rowCell': { borderBottom: 0 },
            '& ul': { display: 'block', listStyle: 'none', margin: 0, padding: 0 },
            '& .card': createCardStyle(t),
          },
        },
      },
      RaBulkActionsToolbar: {
        styleOverrides: {
          // Below the rows, which stay where they are while they are selected.
          root: {
            position: 'sticky',
            order: 1,
            bottom: 0,
            zIndex: 3,
            '& .RaBulkActionsToolbar-toolbar': {
              position: 'static',
              transform: 'none',
              flexWrap: 'wrap',
              height: 'auto',
              columnGap: 16,
              padding: '4px 16px',
              borderRadius: 0,
              borderTop: `1px solid ${t.line}`,
            },
            '& .RaBulkActionsToolbar-title': { flexWrap: 'wrap', flexShrink: 1 },
            '& .RaBulkActionsToolbar-collapsed': { display: 'none' },
            '& .RaBulkActionsToolbar-topToolbar': { flexWrap: 'wrap', justifyContent: 'flex-start', gap: 4 },
          },
        },
      },
      MuiTablePagination: {
        styleOverrides: {
          root: { fontVariantNumeric: 'tabular-nums' },
          toolbar: { '&.MuiToolbar-root': { minHeight: 56, padding: '0 16px' } },
          spacer: { display: 'none' },
          selectLabel: { '@media (max-width: 599.95px)': { display: 'none' } },
          input: { '@media (max-width: 599.95px)': { display: 'none' } },
          displayedRows: { order: -1, marginRight: 'auto', color: t.muted },
          actions: { display: 'flex', gap: 8, marginLeft: 0, '& > button': { minHeight: 36 } },
        },
      },
      MuiTooltip: {
        defaultProps: { enterDelay: 400, arrow: false },
        styleOverrides: { tooltip: { backgroundColor: t.ink, color: t.surface, fontSize: 12 } },
      },
      MuiDialog: {
        styleOverrides: {
          paper: {
            border: `1px solid ${t.line}`,
            boxShadow: '0 8px 32px rgb(15 19 25 / 24%)',
            width: LIMITS.modalWidth,
            maxWidth: '90vw',
            maxHeight: '90dvh',
            margin: 0,
          },
        },
      },
      MuiDialogTitle: {
        // Room for the button that closes it.
        styleOverrides: { root: { minHeight: 66, padding: '20px 64px 12px 20px', overflowWrap: 'anywhere' } },
      },
      MuiDialogContent: {
        defaultProps: { tabIndex: 0 },
        styleOverrides: {
          root: {
            padding: '0 20px 20px',
            overflowWrap: 'anywhere',
            '&:focus-visible': { outlineOffset: -2 },
          },
        },
      },
      MuiDialogActions: {
        styleOverrides: {
          root: { padding: '12px 20px', borderTop: `1px solid ${t.line}`, flexWrap: 'wrap' },
        },
      },
      MuiPopover: {
        defaultProps: { transitionDuration: 100 },
        styleOverrides: {
          paper: { border: `1px solid ${t.line}`, boxShadow: '0 4px 16px rgb(15 19 25 / 16%)' },
        },
      },
      MuiSnackbarContent: {
        styleOverrides: { root: { backgroundColor: t.ink, color: t.surface } },
      },
    },
  }
}
