import type { DocumentNode } from 'graphql'
import { tooExpensive } from '../graphql-faults.ts'
import { measureDocument } from './measure-document.ts'

// What the console asks for at most, with room: its largest document has some 300 tokens and is 5 deep. The documented
// introspection query of graphql-js is 14 deep and unfolds to 190 fields.
export const parseLimits = { maxLexicalTokens: 1_000, maxComments: 100, maxSourceLength: 50_000 }

const sizeMax = { depth: 8, introspectionDepth: 15, fields: 500, aliases: 15, directives: 20 }

/** Before validation, because validating a large document is itself work. */
export function checkDocumentSize(document: DocumentNode): void {
  const size = measureDocument(document)
  if (size.depth > sizeMax.depth) throw tooExpensive(`is deeper than ${sizeMax.depth} fields`)
  if (size.introspectionDepth > sizeMax.introspectionDepth)
    throw tooExpensive(`asks about the schema deeper than ${sizeMax.introspectionDepth} fields`)
  if (size.fields > sizeMax.fields) throw tooExpensive(`has more than ${sizeMax.fields} fields`)
  if (size.aliases > sizeMax.aliases) throw tooExpensive(`has more than ${sizeMax.aliases} aliases`)
  if (size.directives > sizeMax.directives)
    throw tooExpensive(`has more than ${sizeMax.directives} directives`)
}
