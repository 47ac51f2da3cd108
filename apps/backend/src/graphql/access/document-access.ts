// Access to the fields of the types that a document consists of.
import { asParent } from './as-parent.ts'

export const documentAccess = {
  Document: asParent(
    'cancelledTaskId',
    'createdAt',
    'fileName',
    'id',
    'kind',
    'refusal',
    'sizeBytes',
    'status',
    'talentId',
  ),
  DocumentConnection: asParent('endCursor', 'hasNextPage', 'nodes'),
  FoundDocument: asParent('excerpt', 'fileName', 'id', 'talentId'),
  DocumentDetails: asParent(
    'cancelledTaskId',
    'createdAt',
    'fileName',
    'id',
    'kind',
    'language',
    'lines',
    'pages',
    'refusal',
    'sizeBytes',
    'status',
    'talentId',
    'warnings',
  ),
  DocumentWarning: asParent('kind', 'page', 'text'),
} as const
