// Assigns each line of a posting to a section, by the heading or the label above or in front of it. A section ends with
// the next heading, or at an empty line after its list.
import { foldPhrase } from '@gatehouse/reading/fold-text'
import type { PostingTextLine, SectionedLine } from '../posting-line.ts'
import { asksToApply, strayRoleOf } from './line-roles.ts'
import { type PostingHeading, readHeading } from './read-heading.ts'
import type { PostingSectionKind } from './section-kind.ts'
import { isTitleLabel, sectionOfAnyHeading } from './section-words.ts'

type Mode = 'list' | 'lines' | 'spaced'
type State = {
  kind: PostingSectionKind | undefined
  label: string
  mode: Mode | undefined
  isUnknown: boolean
  /** Whether headings of no known kind divide the section: "Profile", then "Technical:" and "Personal:". */
  hasParts: boolean
}

const noSection: State = { kind: undefined, label: '', mode: undefined, isUnknown: false, hasParts: false }

/** The first line is taken for the title unless its markup or a colon at its end makes it a heading. */
export function readSections(lines: readonly PostingTextLine[]): SectionedLine[] {
  let state: State = noSection
  let hasMusts = false
  const isSpaced = lines.some(({ isAfterBlank }) => isAfterBlank)
  return lines.map((line, index) => {
    const heading = index === 0 ? undefined : readHeading(line, { next: lines[index + 1], isSpaced })
    if (heading) {
      state = open(state, heading, { line, hasMusts })
      hasMusts ||= state.kind === 'must'
      return sectioned(line, { kind: state.kind, label: heading.label, isHeading: true })
    }
    const labelled = readLabel(line)
    if (labelled && (labelled.kind !== undefined || labelled.isTitle)) {
      // A list ends with the label of something else: "Perks: …" below the wishes.
      if (state.mode === 'list' && labelled.kind !== state.kind) state = noSection
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
    // A line without a bullet ends the list if it asks to apply or signs the posting.
    const isBelowList = state.mode === 'list' && state.kind !== undefined && !line.isItem
    if (!stray && isBelowList && asksToApply(line)) return sectioned(line, { kind: 'apply', label: '' })
    if (!stray && isBelowList && index === lines.length - 1 && isSignature(line.text))
      return sectioned(line, { kind: undefined, label: '' })
    if (stray) return sectioned(line, { kind: stray === 'legal' ? undefined : stray, label: '' })
    return sectioned(line, { kind: state.kind, label: state.label })
  })
}

/** The name of an employer: "Marlow House", "Valdeluna S.L.", "Hellweg & Partner". */
const signature = /^\p{Lu}[\p{L}\d.'’-]*(?:\s(?:&|und|et|y|și|de|la|[\p{Lu}\d][\p{L}\d.'’-]*|plc)){1,4}\.?$/u

function isSignature(text: string): boolean {
  return signature.test(text.trim())
}

/** Conditions are requirements in some Romanian postings, and what the company offers in those with requirements. */
const conditions = /^conditii(?: (?:de munca|de lucru|oferite))?\s?:?$/u

function open(
  state: State,
  { kind, label }: PostingHeading,
  { line, hasMusts }: { line: PostingTextLine; hasMusts: boolean },
): State {
  const isPart =
    kind === undefined && state.kind !== undefined && (state.mode === undefined || state.hasParts)
  if (isPart && !line.isAfterBlank) return { ...state, mode: undefined, hasParts: true }
  const own = hasMusts && conditions.test(label) ? 'offer' : kind
  return { kind: own, label, mode: undefined, isUnknown: own === undefined, hasParts: false }
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

type Label = { kind: PostingSectionKind | undefined; label: string; rest: string; isTitle: boolean }

const labelled = /^\**(?<label>\p{L}[^:：?]{0,40}?)\**\s?(?:[:：]|\?(?=\s))\**\s*(?<rest>\S.*)$/su

/** Reads a line such as "Location: Berlin"; the words before the colon name what follows. */
function readLabel({ text, isItem }: PostingTextLine): Label | undefined {
  const { label, rest } = labelled.exec(text)?.groups ?? {}
  if (label === undefined || rest === undefined) return undefined
  const folded = foldPhrase(label)
  if (folded.split(' ').length > 5) return undefined
  const isTitle = !isItem && isTitleLabel(folded)
  const kind = isItem ? undefined : sectionOfAnyHeading(folded)
  return { kind, label: folded, rest, isTitle }
}
