// Driving licences are written as a list behind one word: "permis B, C, CE", "Klassen B und C1E". The names of the concept
// lists find only the first class of it.
import type { Concept, FoundConcept } from '../concepts/concept.ts'

/** As in the list of skills: a licence for lorries, with or without a trailer. */
export const lorryLicence: Concept = {
  key: 'skill:driving licence c',
  kind: 'skill',
  label: 'Driving Licence C',
  isGeneral: false,
}

// Every repetition is bounded, so that a long line of spaces takes no time.
const list =
  /(?<![\p{L}\p{N}])(?:permis(?:e|o|os|ului)?|f[üu]hrerscheine?|fahrerlaubnis(?:se)?|licen[cs]es?|carn[eé]t?s?|klassen?|categor\p{L}{1,8}|cat[ée]gories?)[\s:.(–-]{1,3}(?:\p{Ll}{2,10}\.?\s){0,2}(?<classes>(?:AM|A[12]?|BE?|C1?\+E|C1?E?|D1?\+E|D1?E?|und|and|et|y|și|si|[,/;+\s–-]){1,24})(?![\p{L}\p{N}])/giu
const heavyClass = /(?<![\p{L}\p{N}+])C1?(?:\+?E)?(?![\p{L}\p{N}])/u

/** Adds the first heavy class of each list of classes, unless it belongs to a name that is already found. */
export function withLicences(text: string, found: readonly FoundConcept[]): FoundConcept[] {
  let all = [...found]
  for (const { 0: whole, index, groups } of text.matchAll(list)) {
    const classes = groups?.['classes'] ?? ''
    const heavy = heavyClass.exec(classes)
    if (!heavy) continue
    const from = index + whole.length - classes.length
    const [start, end] = [from + heavy.index, from + heavy.index + heavy[0].length]
    // Among classes, C is not the programming language.
    all = all.filter(
      (one) => one.start < from || one.end - one.start > 1 || one.start >= from + classes.length,
    )
    if (!all.some((one) => one.start < end && start < one.end))
      all.push({ concept: lorryLicence, start, end })
  }
  return all.sort((a, b) => a.start - b.start)
}
