import { countriesOfRegion } from '@gatehouse/reading/regions'
import { findTowns } from '@gatehouse/reading/towns'
import { commutes, moves, residence } from './place-words.ts'

const wordsMax = 40
const dated = /\d{4}\s*[–—-]\s*(?:\d|present|today|now|heute|jetzt|aujourd|présent|actual|hoy|prezent|azi)/iu

/** Whether a line of the head says where the person lives, although it may be as long as a sentence. */
export function isPlaceLine(line: string): boolean {
  const text = line.replace(/^[^\p{L}\d]+/u, '')
  if (text === '' || text.split(/\s+/).length > wordsMax || dated.test(text)) return false
  const label = residence.exec(text)
  if (label && (label.index === 0 || /^geb|^born|^née?\s|^nacid|^născut/iu.test(text))) return true
  const [first = '', second = ''] = text.split(/\s*[,(–—]\s*|\.\s/u)
  const startsWithTown = /^(?:\p{Lu}{1,2}-)?\d{4,6}\s+\p{Lu}/u.test(text) || findTowns(text)[0]?.start === 0
  const isBeforeRegion = /^\p{Lu}/u.test(first) && countriesOfRegion(second).length > 0
  return startsWithTown || isBeforeRegion || [...moves, ...commutes].some((pattern) => pattern.test(text))
}
