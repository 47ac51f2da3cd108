export const dialogTexts = { close: 'Close' } as const

export const amountTexts = {
  unit: 'credits',
  exact: (amount: string) => `${amount} credits`,
} as const

export const toastTexts = {
  label: 'Notifications',
  dismiss: 'Dismiss',
  undo: 'Undo',
  undone: 'The change is undone',
} as const

export const copyTexts = {
  copy: (label: string) => `Copy ${label}`,
  copied: 'Copied',
} as const

export const stateTexts = { loading: 'Loading', asOf: 'Showing what was there at', utc: 'UTC' } as const

export const gridTexts = {
  rows: (shown: string, total: string) => `${shown} of ${total}`,
  loadingMore: 'Loading more',
} as const

export const plotTexts = {
  asTable: 'As a table',
  asPlot: 'As a plot',
  value: (label: string, value: string) => `${label}: ${value}`,
  hint: 'Use the arrow keys to read the values.',
  selectHint: 'Use the arrow keys to read the values, Shift to select several, and Enter to filter by them.',
} as const
