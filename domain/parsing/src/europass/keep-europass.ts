// What claims to be a Europass document is looked at where documents are read, in a process of its own: the services get
// only what can be read as one, and no more of it than a CV has.
import type { DocumentLimits } from '../limits/document-limits.ts'
import { RefusalError } from '../limits/refusal-error.ts'
import { cleanText } from '../text/clean-text.ts'
import { findCandidate } from './find-candidate.ts'
import { isEuropassXml } from './is-europass-xml.ts'

/** Its elements are about as long as its text. */
const charactersPerCharacter = 3
const pictureCharactersMin = 10_000

/** Without its pictures; undefined for what is not one. Throws on what is broken or too long. */
export function keepEuropass(
  xml: string,
  limits: Pick<DocumentLimits, 'charactersMax' | 'xmlDepthMax'>,
): string | undefined {
  if (!isEuropassXml(xml)) return undefined
  const kept = leavePicturesOut(cleanText(xml))
  if (kept.length > charactersPerCharacter * limits.charactersMax) throw new RefusalError('characters')
  return findCandidate(kept, limits) && kept
}

/** A photograph or a certificate, in base64, is most of a document that has one, and is not read. */
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
