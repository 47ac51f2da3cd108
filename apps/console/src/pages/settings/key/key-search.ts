// The query of the page, which anyone can write by hand.
const periods = ['48h', '30d', '90d'] as const
const dialogs = ['edit', 'rotate', 'revoke'] as const

export type KeyPeriod = (typeof periods)[number]
type KeyDialog = (typeof dialogs)[number]
export type KeySearch = { period: KeyPeriod; dialog: KeyDialog | undefined }

export function readKeySearch(raw: Readonly<Record<string, unknown>>): KeySearch {
  return {
    period: periods.find((period) => period === raw['period']) ?? '30d',
    dialog: dialogs.find((dialog) => dialog === raw['dialog']),
  }
}

export function writeKeySearch({ period, dialog }: KeySearch): Record<string, unknown> {
  return { ...(period === '30d' ? {} : { period }), ...(dialog === undefined ? {} : { dialog }) }
}
