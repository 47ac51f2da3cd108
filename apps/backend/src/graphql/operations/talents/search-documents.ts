import { type FoundDocument, searchDocuments as search } from '@gatehouse/documents/search-documents'
import { badRequest } from '../../graphql-faults.ts'
import { defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { defineObject, field, listOf, optional, shapes } from '../../schema/shape.ts'

const foundType = defineObject<FoundDocument>(
  'FoundDocument',
  'A document that contains the words searched for.',
  {
    id: field(shapes.id, (found) => found.id),
    fileName: field(shapes.string, (found) => found.fileName),
    talentId: field(optional(shapes.id), (found) => found.talentId),
    excerpt: field(shapes.string, (found) => found.excerpt),
  },
)

const wordsLengthMax = 200

export const searchDocuments = defineQuery({
  name: 'searchDocuments',
  description:
    'The twenty best matching documents. Supports words, "phrases", -exclusion and or; «marks» enclose what was found.',
  inputs: { companyId: inputs.id, words: inputs.string },
  returns: listOf(foundType),
  cost: 50,
  // For each excerpt Postgres parses the whole text again: 20 ms for 100,000 characters.
  rowCost: 100,
  resolve({ deps }, { companyId, words }) {
    if (words.length > wordsLengthMax) throw badRequest(`words has at most ${wordsLengthMax} characters.`)
    return search(deps.postgres, { companyId, words })
  },
})
