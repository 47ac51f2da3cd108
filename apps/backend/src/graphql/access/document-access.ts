import type { AccessTable } from './access-level.ts'

/**
 * The object types of the document operations. Part of the access table, which would exceed the file size limit with
 * it.
 */
export const documentAccess = {
  Document: {
    createdAt: 'asParent',
    fileName: 'asParent',
    id: 'asParent',
    kind: 'asParent',
    refusal: 'asParent',
    sizeBytes: 'asParent',
    status: 'asParent',
    talentId: 'asParent',
  },
  DocumentConnection: {
    endCursor: 'asParent',
    hasNextPage: 'asParent',
    nodes: 'asParent',
  },
  FoundDocument: {
    excerpt: 'asParent',
    fileName: 'asParent',
    id: 'asParent',
    talentId: 'asParent',
  },
} as const satisfies AccessTable
