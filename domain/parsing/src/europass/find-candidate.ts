import type { DocumentLimits } from '../limits/document-limits.ts'
import { findElements, readXmlTree, type XmlElement } from './read-xml-tree.ts'

export type Candidate = { candidate: XmlElement; person: XmlElement; profile: XmlElement }

/** The parts without which a Europass document says nothing; undefined if one is missing. Throws on broken XML. */
export function findCandidate(
  xml: string,
  { xmlDepthMax }: Pick<DocumentLimits, 'xmlDepthMax'>,
): Candidate | undefined {
  const candidate = readXmlTree(xml, xmlDepthMax)
  const [person] = findElements(candidate, 'CandidatePerson')
  const [profile] = findElements(candidate, 'CandidateProfile')
  return candidate.name === 'Candidate' && person && profile ? { candidate, person, profile } : undefined
}
