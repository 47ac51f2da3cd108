// Finds the concepts that a text names. Names that are also ordinary words (Go, C, Spring) count only in a context that
// shows the skill is meant.
import type { FoundConcept } from './concept.ts'
import type { ConceptNames, FoundName } from './concept-names.ts'
import { type NameWords, readNameWords } from './name-words.ts'

/** Indexes in order of precedence: a name of a later one counts only where no earlier one has a name. */
export function findInText(indexes: readonly ConceptNames[], text: string): FoundConcept[] {
  const words = readNameWords(text)
  const found = indexes.reduce<FoundName[]>((known, index) => addNames(known, index, { text, words }), [])
  return keepMeant(found, { text, words }).map(({ name, from, to }) => ({
    concept: name.concept,
    start: words.starts[from] ?? 0,
    end: words.ends[to - 1] ?? 0,
  }))
}

type Read = { text: string; words: NameWords }

function addNames(known: readonly FoundName[], names: ConceptNames, { text, words }: Read): FoundName[] {
  const all: FoundName[] = []
  let next = 0
  let from = 0
  while (from < words.words.length) {
    const taken = known[next]
    if (taken?.from === from) {
      all.push(taken)
      next += 1
      from = taken.to
      continue
    }
    const found = names.longestAt({ text, words, from, end: taken?.from ?? words.words.length })
    if (found) all.push(found)
    from = found?.to ?? from + 1
  }
  return all
}

/** Words beside a programming language or a tool that show that it is meant. */
const cuesAfter = new Set(
  (
    'developer developers engineer engineers entwickler entwicklerin programming programmer programmierer ' +
    'programmierung programmierkenntnisse kenntnisse kenntnissen skills code scripts scripting language framework backend ' +
    'developpeur developpeuse desarrollador desarrolladora dezvoltator programator programador programmeur ' +
    'microservices services api apis studio packages applications apps'
  ).split(' '),
)
const cuesBefore = new Set(
  (
    'using language languages programming programmiersprache programmiersprachen kenntnisse langage langages lenguaje ' +
    'lenguajes limbajul limbaje framework frameworks cunostinte conocimientos connaissances programmierung programmieren ' +
    'programmation programacion programare'
  ).split(' '),
)
/** Between such a word and the name, and before a capitalised name inside a sentence: "programming in R", "with Go". */
const links = new Set('in with mit en avec con cu'.split(' '))

/** Drops ambiguous names that no context supports. */
function keepMeant(found: readonly FoundName[], read: Read): FoundName[] {
  const isMeant = found.map((one) => !one.isInOtherCase && (!one.name.needsContext || hasCue(one, read)))
  const support = (index: number, neighbour: number) => {
    const [one, other] = [found[index], found[neighbour]]
    if (!one || !other || isMeant[index] || one.name.field !== other.name.field) return
    // Two ambiguous names of one field beside each other support each other ("C, R"), but not in another case.
    if (!isMeant[neighbour] && (one.isInOtherCase || other.isInOtherCase)) return
    if (areListedTogether(index < neighbour ? [one, other] : [other, one], read)) isMeant[index] = true
  }
  for (let index = 0; index < found.length; index += 1) support(index, index - 1)
  for (let index = found.length - 1; index >= 0; index -= 1) support(index, index + 1)
  return found.filter((_, index) => isMeant[index])
}

function hasCue({ from, to }: FoundName, { text, words }: Read): boolean {
  const after = words.areJoined[to] ? (words.words[to] ?? '') : ''
  const before = words.areJoined[from] ? (words.words[from - 1] ?? '') : ''
  // "Spring 2020" is a season, "C 2" a key on a keyboard.
  if (/^\d+$/.test(after)) return false
  if (cuesAfter.has(after) || cuesBefore.has(before)) return true
  if (links.has(before)) return !/^\p{L}/u.test(after) || links.has(after) || conjunctions.has(after)
  return isAloneOnLine({ text, start: words.starts[from] ?? 0, end: words.ends[to - 1] ?? 0 })
}

function isAloneOnLine({ text, start, end }: { text: string; start: number; end: number }): boolean {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const lineEnd = text.indexOf('\n', end)
  const rest = text.slice(lineStart, start) + text.slice(end, lineEnd === -1 ? undefined : lineEnd)
  return /^[\s•·*–—+>-]*$/.test(rest)
}

const conjunctions = new Set('and or und oder sowie et ou y o e si sau'.split(' '))

const listGap = /^[\s()]*[,;|•·/&+][\s()]*$/

function areListedTogether([left, right]: [FoundName, FoundName], { text, words }: Read): boolean {
  const gap = text.slice(words.ends[left.to - 1], words.starts[right.from])
  if (right.from === left.to) return listGap.test(gap)
  return right.from === left.to + 1 && conjunctions.has(words.words[left.to] ?? '') && !gap.includes('\n')
}
