// Reads what a requirement names: known skills and occupations, and names of products, standards and certificates, each as
// a part that a talent has to show, with its alternatives.
import { foldText } from '@gatehouse/reading/fold-text'
import type { Concepts, FoundConcept } from '@gatehouse/vocabulary/concept'
import { type FoundLicence, findLicenceClasses, licenceTerm } from '@gatehouse/vocabulary/licence-classes'
import type { SpecificityOf } from '@gatehouse/vocabulary/specificity'
import { distinctTerms } from '@gatehouse/vocabulary/term'
import type { Option, Part, TermCategory, TermRequirement } from '../job-facts.ts'
import type { PostingRequirement } from '../posting.ts'
import { findNamed } from './find-names.ts'
import { alternativeKey, groupOptions, withOwnName } from './group-options.ts'
import { contentOf } from './requirement-words.ts'

export type PostingReading = { concepts: Concepts; specificityOf: SpecificityOf }

export type StatedTerms = Pick<PostingRequirement, 'id' | 'text' | 'importance' | 'line' | 'minYears'> & {
  category: TermCategory
}

export function toTerms(stated: StatedTerms, reading: PostingReading): TermRequirement {
  const { id, text, importance, line, category, minYears } = stated
  const inOneGender = withoutSecondGender(text)
  const asked = category === 'title' ? inOneGender : withoutHolder(inOneGender, reading)
  const licences = category === 'title' ? [] : findLicenceClasses(asked).map(toLicence)
  const isOfLicence = (one: FoundConcept) =>
    licences.some(({ start, end }) => one.start < end && start < one.end)
  const others = findNamed(asked, category, reading.concepts).filter((one) => !isOfLicence(one))
  const named = [...others, ...licences].sort((a, b) => a.start - b.start)
  const groups = groupOptions(asked, named)
  const isRepeated = (key: string) =>
    groups.filter((group) => group.some(({ concept }) => concept.key === key)).length > 1
  const parts = groups.map((group) => withOwnName(toPart(asked, group, reading), isRepeated))
  // The words "driving licence" do not show the class.
  const isLicence = licences.length > 0 && licences.length === named.length
  const words = distinctTerms(isLicence ? '' : contentOf(asked)).map((term) => ({
    term,
    specificity: weigh(term, reading.specificityOf),
  }))
  return {
    id,
    text,
    importance,
    line,
    category,
    isGeneral: named.length > 0 ? named.every(({ concept }) => concept.isGeneral) : words.length === 0,
    parts,
    words,
    minMonths: minYears === null ? null : Math.round(minYears * 12),
  }
}

// As much as a broader concept.
const classBelowWeight = 400

function toLicence({ licence, start, end }: FoundLicence): FoundConcept {
  const label = `Driving Licence ${licence.toUpperCase()}`
  return {
    concept: {
      key: licenceTerm(licence),
      kind: 'skill',
      label,
      isGeneral: licence === 'b' || licence === 'be',
    },
    start,
    end,
  }
}

/** A licence by its class, and one class below, which is a part of what is asked for. */
function showingLicences(key: string, concepts: Concepts): Option['shownBy'] {
  const own = (term: string, label: string, weight: number) => ({ term, label, weight })
  const anyCar = own('skill:driving licence b', 'Driving Licence B', 1_000)
  switch (key) {
    case 'licence:b':
      return [anyCar, ...concepts.near(anyCar.term).map((near) => own(near.key, near.label, near.weight))]
    case 'licence:c':
      return [own('skill:driving licence c', 'Driving Licence C', 1_000)]
    case 'licence:d':
      return [own('skill:driving licence d', 'Driving Licence D', 1_000)]
    case 'licence:ce':
      return [own('licence:c', 'Driving Licence C', classBelowWeight)]
    case 'licence:c1e':
      return [own('licence:c1', 'Driving Licence C1', classBelowWeight)]
    case 'licence:de':
      return [own('licence:d', 'Driving Licence D', classBelowWeight)]
    case anyCar.term:
      return [own('licence:b', anyCar.label, 1_000)]
    default:
      return []
  }
}

const twoWords =
  /(?<![\p{L}-])(?<one>\p{L}{3,})\s*(?:\/|\s(?:or|oder|ou|o|sau|and|und|et|y)\s)\s*(?=(?<other>\p{L}+))/giu

/** "Chef / Cheffe de projet" and "Assistante ou assistant de direction" are one occupation: the last form is complete. */
function withoutSecondGender(text: string): string {
  return text.replaceAll(twoWords, (both: string, one: string, other: string) =>
    distinctTerms(one)[0] === distinctTerms(other)[0] && sharesBeginning(one, other) ? '' : both,
  )
}

const sameLettersMin = 4

/** Terms have six letters, so that longer words may be different in spite of the same term. */
function sharesBeginning(one: string, other: string): boolean {
  const [short, long] = [one, other].map(foldText).toSorted((a, b) => a.length - b.length)
  if (short === undefined || long === undefined) return false
  return (
    short.length >= sameLettersMin && long.startsWith(short.slice(0, -1)) && long.length - short.length <= 3
  )
}

const credentialWords =
  /\b(?:endorsement|registr\w*|registered|register|chartered|membership|member of|colegiad\w*|colegiaci\w*|membru|inscrit\w*|inscription|approbation|kammer\w*)\b/

/**
 * "SSSC registration as a social worker" asks for the registration: a social worker does not show it, so the occupation is
 * left out.
 */
function withoutHolder(text: string, { concepts }: PostingReading): string {
  if (!credentialWords.test(foldText(text))) return text
  return concepts
    .find(text)
    .filter(({ concept }) => concept.kind === 'occupation')
    .reduceRight((rest, { start, end }) => `${rest.slice(0, start)}${rest.slice(end)}`, text)
}

/** A word that no talent has is more often a manner of speaking than a skill, so it weighs half. */
function weigh(term: string, specificityOf: SpecificityOf): number {
  const [own, ofUnknown] = [specificityOf(term), specificityOf('')]
  return own < ofUnknown ? own : Math.max(1, Math.floor(ofUnknown / 2))
}

function toPart(
  text: string,
  group: readonly FoundConcept[],
  { concepts, specificityOf }: PostingReading,
): Part {
  const options = group.map(({ concept: { key, label }, start, end }): Option => {
    const acronym = /^name:(?<acronym>\p{Ll}+)$/u.exec(key)?.groups?.['acronym']
    return {
      label,
      shownBy: [
        ...(key.startsWith('name:') ? [] : [{ term: key, label, weight: 1_000 }]),
        ...(acronym === undefined ? [] : [{ term: acronym, label, weight: 1_000 }]),
        ...showingLicences(key, concepts),
        ...concepts.near(key).map((near) => ({ term: near.key, label: near.label, weight: near.weight })),
      ],
      words: key.startsWith('licence:')
        ? []
        : distinctTerms(
            key.startsWith(alternativeKey) ? contentOf(text.slice(start, end)) : text.slice(start, end),
          ),
    }
  })
  return { options, specificity: Math.max(...group.map(({ concept }) => weigh(concept.key, specificityOf))) }
}
