import type { DocumentLimits } from '../limits/document-limits.ts'
import { findElements, readXmlTree, type XmlElement } from './read-xml-tree.ts'

export type Candidate = { candidate: XmlElement; person: XmlElement; profile: XmlElement }

/** Returns the parts that every usable Europass document has; undefined if one is missing. Throws on malformed XML. */
export function findCandidate(
  xml: string,
  { xmlDepthMax }: Pick<DocumentLimits, 'xmlDepthMax'>,
): Candidate | undefined {
  const candidate = readXmlTree(xml, xmlDepthMax)
  const [person] = findElements(candidate, 'CandidatePerson')
  const [profile] = findElements(candidate, 'CandidateProfile')
  return candidate.name === 'Candidate' && person && profile ? { candidate, person, profile } : undefined
}
