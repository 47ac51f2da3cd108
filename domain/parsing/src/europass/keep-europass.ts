// Europass XML is checked in the reading process, like every other document: the services receive it only if it can be
// read, without pictures and bounded in length.
import type { DocumentLimits } from '../limits/document-limits.ts'
import { RefusalError } from '../limits/refusal-error.ts'
import { cleanText } from '@gatehouse/reading/text-lines'
import { findCandidate } from './find-candidate.ts'
import { isEuropassXml } from './is-europass-xml.ts'

/** Length of the XML per character of text: the markup is about twice as long as the text. */
const charactersPerCharacter = 3
const pictureCharactersMin = 10_000

/**
 * Returns the XML without its pictures; undefined if it is not a Europass document. Throws if it is malformed or too
 * long.
 */
export function keepEuropass(
  xml: string,
  limits: Pick<DocumentLimits, 'charactersMax' | 'xmlDepthMax'>,
): string | undefined {
  if (!isEuropassXml(xml)) return undefined
  const kept = leavePicturesOut(cleanText(xml))
  if (kept.length > charactersPerCharacter * limits.charactersMax) throw new RefusalError('characters')
  return findCandidate(kept, limits) && kept
}

/** Removes photographs and certificates in base64, which make up most of a document that has them and are not read. */
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
