// Assigns each line of a posting to a section, by the heading or the label above or in front of it. A section ends with
// the next heading, or at an empty line after its list.
import { foldPhrase } from '@gatehouse/reading/fold-text'
import type { PostingTextLine, SectionedLine } from '../posting-line.ts'
import { type PostingSectionKind, isTitleLabel, sectionOfHeading, sectionOfLabel } from './section-words.ts'
import { strayRoleOf } from './line-roles.ts'

type Mode = 'list' | 'lines' | 'spaced'
type State = {
  kind: PostingSectionKind | undefined
  label: string
  mode: Mode | undefined
  isUnknown: boolean
}

const noSection: State = { kind: undefined, label: '', mode: undefined, isUnknown: false }

/** The first line is taken for the title unless its markup or a colon at its end makes it a heading. */
export function readSections(lines: readonly PostingTextLine[]): SectionedLine[] {
  let state: State = noSection
  return lines.map((line, index) => {
    const next = lines[index + 1]
    const heading = index === 0 ? undefined : readHeading(line, next)
    if (heading) {
      state = {
        kind: heading.kind,
        label: heading.label,
        mode: undefined,
        isUnknown: heading.kind === undefined,
      }
      return sectioned(line, { kind: heading.kind, label: heading.label, isHeading: true })
    }
    const labelled = readLabel(line)
    if (labelled && (labelled.kind !== undefined || labelled.isTitle)) {
      return {
        ...sectioned(line, labelled),
        text: labelled.rest,
        folded: foldPhrase(labelled.rest),
        isTitle: labelled.isTitle,
        isLabelled: true,
      }
    }
    state = enter(state, line)
    const stray = state.kind === undefined || line.isItem ? undefined : strayRoleOf(line)
    if (stray) return sectioned(line, { kind: stray === 'legal' ? undefined : stray, label: '' })
    return sectioned(line, { kind: state.kind, label: state.label })
  })
}

function sectioned(
  line: PostingTextLine,
  {
    kind,
    label,
    isHeading = false,
  }: { kind: PostingSectionKind | undefined; label: string; isHeading?: boolean },
): SectionedLine {
  return {
    ...line,
    kind,
    label,
    isHeading,
    isTitle: false,
    isLabelled: false,
    isAboutPay: payLabel.test(label),
  }
}

const payLabel =
  /(?<!\p{L})(?:salary|pay|compensation|gehalt|lohn|verguetung|vergutung|salaire|remuneration|salario|sueldo|retribucion|salariu)(?!\p{L})/u

/** The state in which the line is read: a list ends at an empty line, unless the next line is an item too. */
function enter(state: State, line: PostingTextLine): State {
  if (state.label === '' && state.kind === undefined && !state.isUnknown) return state
  if (state.mode === undefined) {
    return { ...state, mode: line.isItem ? 'list' : line.isAfterBlank ? 'spaced' : 'lines' }
  }
  const isEnd = line.isAfterBlank && !line.isItem && state.mode !== 'spaced'
  return isEnd ? noSection : state
}

const wordsMax = 9
const plainWordsMax = 6

type Heading = { kind: PostingSectionKind | undefined; label: string }

function readHeading(line: PostingTextLine, next: PostingTextLine | undefined): Heading | undefined {
  const { text, folded, isItem, isMarked } = line
  const words = text.split(/\s+/).length
  if (isItem || words > wordsMax || next === undefined || /[.;,]$/.test(text) || /@|\d{3}/.test(text))
    return undefined
  const isColon = /[:：]$/.test(text)
  const qualified = next.isItem ? /[:：]\s+(?<part>[^:：]{3,30})$/u.exec(text)?.groups?.['part'] : undefined
  if (qualified !== undefined) {
    // "Person specification: essential" names its section after the colon.
    const kind = sectionOfHeading(foldPhrase(qualified))
    if (kind === 'must' || kind === 'nice') return { kind, label: folded }
  }
  if (!isColon && /[:：]\s/.test(text)) return undefined
  const opensList = next.isItem && !next.isAfterBlank
  const isCapitals = /\p{Lu}{2}/u.test(text) && text === text.toUpperCase() && !/\d/.test(text)
  const hasForm = isMarked || isColon || isCapitals || opensList || /^¿?[^?]+\?$/.test(text)
  const kind = hasForm ? sectionOfHeading(folded) : sectionOfPlain(line, words)
  if (kind !== undefined) return { kind, label: folded }
  // A heading of no known kind still ends the section before it.
  return isMarked || isColon || isCapitals || (opensList && line.isAfterBlank)
    ? { kind: undefined, label: folded }
    : undefined
}

/** A line without the form of a heading is one if it is short, begins a paragraph and names a section. */
function sectionOfPlain(
  { folded, isAfterBlank }: PostingTextLine,
  words: number,
): PostingSectionKind | undefined {
  const known = sectionOfLabel(folded)
  if (known !== undefined) return isAfterBlank ? known : undefined
  return isAfterBlank && words <= plainWordsMax ? sectionOfHeading(folded) : undefined
}

type Label = { kind: PostingSectionKind | undefined; label: string; rest: string; isTitle: boolean }

const labelled = /^\**(?<label>\p{L}[^:：?]{0,40}?)\**\s?(?:[:：]|\?(?=\s))\**\s*(?<rest>\S.*)$/su

/** Reads a line such as "Location: Berlin"; the words before the colon name what follows. */
function readLabel({ text, isItem }: PostingTextLine): Label | undefined {
  const { label, rest } = labelled.exec(text)?.groups ?? {}
  if (label === undefined || rest === undefined) return undefined
  const folded = foldPhrase(label)
  if (folded.split(' ').length > 5) return undefined
  const isTitle = !isItem && isTitleLabel(folded)
  const kind = isItem ? undefined : (sectionOfLabel(folded) ?? sectionOfHeading(folded))
  return { kind, label: folded, rest, isTitle }
}
