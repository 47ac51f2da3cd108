// The query of the page, which anyone can write by hand.
const statuses = ['LIVE', 'EXPIRED', 'REVOKED', 'ALL'] as const

export type KeyFilter = (typeof statuses)[number]

export type KeysSearch = { status: KeyFilter; isCreating: boolean }

export function readKeysSearch(raw: Readonly<Record<string, unknown>>): KeysSearch {
  return {
    status: statuses.find((status) => status === raw['status']) ?? 'LIVE',
    isCreating: raw['create'] === true,
  }
}

/** Defaults are left out, so that the plain address is the usual view. */
export function writeKeysSearch({ status, isCreating }: KeysSearch): Record<string, unknown> {
  return { ...(status === 'LIVE' ? {} : { status }), ...(isCreating ? { create: true } : {}) }
}
