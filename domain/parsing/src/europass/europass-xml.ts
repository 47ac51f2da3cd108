// Europass XML is checked in the reading process, like every other document: the services receive it only if it can be
// read, and then with its pictures removed and its length bounded.
import type { DocumentLimits } from '../limits/document-limits.ts'
import { RefusalError } from '../read-outcome.ts'
import { cleanText } from '@gatehouse/reading/text-lines'
import { findElements, readXmlTree, type XmlElement } from './read-xml-tree.ts'

/** The XML may be this many times as long as the limit for text: the markup is about twice as long as the text. */
const charactersPerCharacter = 3
const pictureCharactersMin = 10_000

/**
 * Returns the XML without its pictures; undefined if it is not a Europass document. Throws if it is malformed or too
 * long.
 */
export function trimEuropassXml(
  xml: string,
  limits: Pick<DocumentLimits, 'charactersMax' | 'xmlDepthMax'>,
): string | undefined {
  if (!isEuropassXml(xml)) return undefined
  const kept = leavePicturesOut(cleanText(xml))
  if (kept.length > charactersPerCharacter * limits.charactersMax) throw new RefusalError('characters')
  return findCandidate(kept, limits) && kept
}

/**
 * Removes photographs and certificates in base64: they are not needed and make up most of a document that contains
 * them.
 */
function leavePicturesOut(xml: string): string {
  if (xml.length < pictureCharactersMin) return xml
  return xml
    .split('<')
    .map((part) => {
      const text = part.indexOf('>') + 1
      return part.length - text > pictureCharactersMin && isBase64(part.slice(text))
        ? part.slice(0, text)
        : part
    })
    .join('<')
}

function isBase64(text: string): boolean {
  return text.split(/[\r\n]+/).every((line) => /^\s*[\w+/=]*\s*$/.test(line))
}

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

/**
 * Recognises the current Europass format. Its predecessor until 2020, the SkillsPassport, has another structure and is
 * not supported.
 */
export function isEuropassXml(xml: string): boolean {
  const start = xml.slice(0, 4_096)
  return /<(?:\w+:)?Candidate\b/.test(start) && start.includes('http://www.europass.eu/')
}
