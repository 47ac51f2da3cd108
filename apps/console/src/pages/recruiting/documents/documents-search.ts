// The filters of the list are its address.
const statuses = ['STORED', 'READ', 'PARSED', 'REFUSED'] as const
const kinds = ['CV', 'OTHER'] as const

export const documentStatuses = statuses
export const documentKinds = kinds

export type DocumentsSearch = {
  status?: (typeof statuses)[number] | undefined
  kind?: (typeof kinds)[number] | undefined
}

export function readDocumentsSearch(search: Readonly<Record<string, unknown>>): DocumentsSearch {
  return {
    status: statuses.find((status) => status === search['status']),
    kind: kinds.find((kind) => kind === search['kind']),
  }
}

export function writeDocumentsSearch({ status, kind }: DocumentsSearch): Record<string, string> {
  return { ...(status === undefined ? {} : { status }), ...(kind === undefined ? {} : { kind }) }
}
