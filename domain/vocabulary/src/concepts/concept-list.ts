// Reads the lists of built-in concepts. A line is `label | alias | … > broader label; broader label`. A mark before a
// name says how it has to be written in a text, because it is also an ordinary word:
//   =React  as written here or in capitals throughout; in another case only listed beside another skill of its field
//   =SAP    a name in capitals never in another case
//   ?Go     like `=`, and also listed beside another skill, alone on its line, or next to a word such as "developer"
import { foldName } from '../taxonomy/fold-name.ts'
import type { Concept, ConceptKind } from './concept.ts'

export type ConceptList = {
  kind: ConceptKind
  /** Skills of one field of work are listed beside each other. */
  field: string
  lines: string
  isGeneral?: boolean
  /** Product names are not inflected: "reacts" is not React. */
  isInflected?: boolean
}

export type ConceptName = {
  name: string
  concept: Concept
  /** How the name has to be written, or null if its case does not matter. */
  spelling: string | null
  needsContext: boolean
  field: string
  isInflected: boolean
}

export type ConceptEntry = {
  concept: Concept
  names: readonly ConceptName[]
  broaderLabels: readonly string[]
}

export function readConceptList(list: ConceptList): ConceptEntry[] {
  const lines = list.lines.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => readEntry(line, list))
}

function readEntry(line: string, list: ConceptList): ConceptEntry {
  const [all = '', broader = ''] = line.split(' > ')
  const marked = all.split('|').map((name) => name.trim())
  const label = withoutMark(marked[0] ?? '')
  const { kind, field, isGeneral = false, isInflected = false } = list
  const concept: Concept = { key: `${kind}:${foldName(label)}`, kind, label, isGeneral }
  const names = marked.map((name): ConceptName => {
    const needsContext = name.startsWith('?')
    const plain = withoutMark(name)
    const spelling = plain === name ? null : plain
    return { name: plain, concept, spelling, needsContext, field, isInflected }
  })
  const broaderLabels = broader.split(';').map((other) => other.trim())
  return { concept, names, broaderLabels: broaderLabels.filter((other) => other !== '') }
}

function withoutMark(name: string): string {
  return name.replace(/^[=?]/, '')
}
