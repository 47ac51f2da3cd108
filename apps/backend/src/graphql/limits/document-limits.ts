import type { DocumentNode } from 'graphql'
import { tooExpensive } from '../graphql-faults.ts'
import { measureDocument } from './measure-document.ts'

// These limits leave headroom above what the console sends: its largest document has about 300 tokens and a depth of 5.
// The standard introspection query of graphql-js has a depth of 14 and expands to 190 fields.
export const parseLimits = { maxLexicalTokens: 1_000, maxComments: 100, maxSourceLength: 50_000 }

const sizeMax = { depth: 8, introspectionDepth: 15, fields: 500, aliases: 15, directives: 20 }

/** Runs before validation, because validating a large document is itself expensive. */
export function checkDocumentSize(document: DocumentNode): void {
  const size = measureDocument(document)
  if (size.depth > sizeMax.depth) throw tooExpensive(`is nested deeper than ${sizeMax.depth} fields`)
  if (size.introspectionDepth > sizeMax.introspectionDepth)
    throw tooExpensive(`nests introspection deeper than ${sizeMax.introspectionDepth} fields`)
  if (size.fields > sizeMax.fields) throw tooExpensive(`has more than ${sizeMax.fields} fields`)
  if (size.aliases > sizeMax.aliases) throw tooExpensive(`has more than ${sizeMax.aliases} aliases`)
  if (size.directives > sizeMax.directives)
    throw tooExpensive(`has more than ${sizeMax.directives} directives`)
}
