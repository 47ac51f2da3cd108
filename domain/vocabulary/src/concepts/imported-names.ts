// Names of imported taxonomies in texts. An imported skill counts where its name is longer than a built-in one ("repair
// core defects"); an imported title only between built-in names, because titles are put together freely and a "Java
// developer" has to stay a Java developer.
import { foldName } from '../taxonomy/fold-name.ts'
import type { TaxonomyKind, TaxonomyScheme } from '../taxonomy/taxonomy-source.ts'
import { stopWords } from '../terms/stop-words.ts'
import type { BuiltIn } from './built-in-concepts.ts'
import type { Concept } from './concept.ts'
import type { ConceptName } from './concept-list.ts'
import { ordinaryNames } from './lists/ordinary-words.ts'
import { readNameWords } from './name-words.ts'

const wordsPerNameMax = 6
/** A shorter name of one word is an abbreviation and counts only in capitals: HRM. */
const lettersMin = 4
const abbreviationLettersMin = 3

// Postgres rejects NUL in text, and no name of a concept contains any other control character.
// oxlint-disable-next-line no-control-regex -- the pattern matches control characters on purpose
const control = /[\u0000-\u001f]/

/** The runs of words in these texts that may be a name, each once: as written and with single spaces. */
export function possibleNames(texts: readonly string[]): string[] {
  const words: CommonWords = {
    dropped: stopWords(),
    ordinary: new Set(ordinaryNames.trim().split(/\s+/)),
  }
  const possible = new Set(texts.flatMap((text) => namesIn(text, words)))
  return [...possible].filter((name) => name !== '' && !control.test(name))
}

type CommonWords = { dropped: ReadonlySet<string>; ordinary: ReadonlySet<string> }

function namesIn(text: string, { dropped, ordinary }: CommonWords): string[] {
  const { words, starts, ends, areJoined } = readNameWords(text)
  const isEdge = (index: number) => !dropped.has(words[index] ?? '')
  return words.flatMap((word, from) => {
    if (!isEdge(from)) return []
    const isNamed = isTelling(word, ordinary) || isAbbreviation(text.slice(starts[from], ends[from]))
    const found = isNamed ? [word] : []
    for (let to = from + 1; to < from + wordsPerNameMax && areJoined[to]; to += 1) {
      if (!isEdge(to)) continue
      found.push(words.slice(from, to + 1).join(' '), foldName(text.slice(starts[from], ends[to])))
    }
    return found
  })
}

function isTelling(word: string, ordinary: ReadonlySet<string>): boolean {
  return word.length >= lettersMin && !ordinary.has(word) && !/^\p{N}+$/u.test(word)
}

function isAbbreviation(written: string): boolean {
  return written.length >= abbreviationLettersMin && written.length < lettersMin && /^\p{Lu}+$/u.test(written)
}

/** An imported concept with all of its folded names, and those among them that texts contain. */
export type ImportedConcept = {
  kind: TaxonomyKind
  scheme: TaxonomyScheme
  id: string
  label: string
  names: readonly string[]
  foundNames: readonly string[]
}

/** The found names of imported concepts, without those that stand for several concepts. */
export function importedNames(concepts: readonly ImportedConcept[], builtIn: BuiltIn): ConceptName[] {
  const named = concepts.flatMap((imported) => {
    const concept = sameConcept(imported, builtIn) ?? ownConcept(imported)
    return imported.foundNames.map((name) => ({ name, concept, imported }))
  })
  return [...Map.groupBy(named, ({ name }) => name)].flatMap(([name, meant]) => {
    const concept = onlyConcept(name, meant)
    const spelling = name.length < lettersMin ? name.toUpperCase() : null
    return concept
      ? [{ name, concept, spelling, needsContext: false, field: 'imported', isInflected: false }]
      : []
  })
}

function ownConcept({ kind, scheme, id, label }: ImportedConcept): Concept {
  return { key: `${scheme}:${id}`, kind, label, isGeneral: false }
}

/**
 * The built-in concept with the same label. If there is none, the one that shares a name; of several, the one that is
 * broader than all others.
 */
function sameConcept(
  { kind, label, names: own }: ImportedConcept,
  { names, near }: BuiltIn,
): Concept | undefined {
  const byName = (name: string) => {
    const concept = names.conceptOf(name)
    return concept?.kind === kind ? concept : undefined
  }
  const labelled = byName(label)
  if (labelled) return labelled
  const shared = [...new Set(own.flatMap((name) => byName(name) ?? []))]
  if (shared.length < 2) return shared[0]
  return shared.find(({ key }) => {
    const narrower = new Set((near.get(key) ?? []).map((other) => other.key))
    return shared.every((other) => other.key === key || narrower.has(other.key))
  })
}

type Meant = { name: string; concept: Concept; imported: ImportedConcept }

/** The concept that the name stands for: first by its label, then in ESCO, then in O*NET. */
function onlyConcept(name: string, meant: readonly Meant[]): Concept | undefined {
  const labelled = meant.filter(({ imported }) => foldName(imported.label) === name)
  const choices = [
    labelled,
    meant.filter(({ imported }) => imported.scheme === 'esco'),
    meant.filter(({ imported }) => imported.scheme === 'onet'),
  ]
  const choice = choices.find((some) => some.length > 0) ?? []
  return new Set(choice.map(({ concept }) => concept.key)).size === 1 ? choice[0]?.concept : undefined
}
