// Reads which part of a line states that the person does not have something: "no driving licence", "SAP: keine
// Erfahrung", "ANRE nu dețin". Those words are not evidence. A negation reaches to the end of its clause; negations that
// praise ("without accidents", "not only") or that are about others are not absences.
import { foldLetters, foldText } from '@gatehouse/reading/fold-text'
import {
  aboutOthers,
  credential,
  doubleNegation,
  innerNoun,
  isHarmless,
  leadingNoun,
  plainNo,
  statesAbsence,
} from './negation-words.ts'

export type AbsenceReading = {
  /** The text without the negated parts. */
  shown: string
  /** The negated parts. A part that names nothing itself begins with the heading that it answers. */
  absent: readonly string[]
}

export type LinePlace = {
  /** The heading above the line; empty if there is none. */
  heading: string
  /** Lines about work negate mostly what the work was about: "cakes without gluten". */
  isAboutWork: boolean
}

export function readAbsence(written: string, place: LinePlace): AbsenceReading {
  // Most lines have no negation, and the patterns below cost more.
  if (!anyNegation.test(foldText(written))) return { shown: written, absent: [] }
  const text = written.normalize('NFC')
  const absent: string[] = []
  let shown = ''
  let isContinued = false
  for (const { clause, gap } of clausesOf(text)) {
    const part: Negated | undefined =
      isContinued && isListGap(gap.before) ? wholeItem(clause) : negatedPart(clause, place)
    isContinued = part !== undefined && (credential.test(foldText(part.absent)) || isContinued)
    if (part) absent.push(part.absent)
    shown += `${gap.before}${part ? part.shown : clause}`
  }
  return { shown, absent }
}

const anyNegation =
  /\b(?:no|not|none|never|without|lack\w*|can ?not|\w+n['’]?t|kein\w*|ohne|nicht|nie|nein|fehlt|steht|pas|sans|aucune?|jamais|plus|non|sin|ning\p{L}*|nunca|tampoco|fara|nu|n|nici\p{L}*|unable|suspend\p{L}*|revoked|expir\p{L}*|lapsed|withdrawn|disqualified|entzogen|abgelaufen|eingezogen|retire|perime|annule|caducad[oa]|retirad[oa]|vencid[oa]|retras|anulat)\b/u

type Clause = { clause: string; gap: { before: string } }

const boundary =
  /[;,()|•·]|\s[–—-]\s|(?<!(?:^|[\s(])(?:no|nr|cat|kat|kl|núm|num|z|b|bzw|ca|inkl|st|dr|art|approx))[.!?](?=\s+\p{Lu}|\s*$)|(?<=\s)(?:but|although|though|however|aber|sondern|jedoch|obwohl|mais|cependant|pero|sino|aunque|dar|însă|insa)(?=\s)/giu

function clausesOf(text: string): Clause[] {
  const clauses: Clause[] = []
  let [from, before] = [0, '']
  for (const match of text.matchAll(boundary)) {
    clauses.push({ clause: text.slice(from, match.index), gap: { before } })
    before = match[0]
    from = match.index + before.length
  }
  return [...clauses, { clause: text.slice(from), gap: { before } }]
}

function isListGap(before: string): boolean {
  return before === ','
}

const orWord = /(?:^|\s)(?:or|nor|oder|noch|ou|ni|o|u|sau|nici|ori)\s/u
const listedWordsMax = 3

/** "No experience with SAP, Sage or Navision": the last item of a negated list, with its "or". */
function wholeItem(clause: string): Negated | undefined {
  const folded = foldText(clause)
  const words = folded.split(/\s+/u).filter((word) => word !== '')
  return orWord.test(folded) && words.length <= listedWordsMax + 1 ? { shown: '', absent: clause } : undefined
}

type Negated = { shown: string; absent: string }

function negatedPart(clause: string, { heading, isAboutWork }: LinePlace): Negated | undefined {
  const label = labelOf(clause)
  const value = clause.slice(label.length)
  const folded = foldLetters(value)
  // "No. 12", "Nº de colegiada"
  if (/^[^\p{L}]*no\.? ?\d/u.test(folded) || /(?<!\p{L})n\.?\s?[º°]/iu.test(value)) return undefined
  if (doubleNegation.test(folded)) return undefined
  if (plainNo.test(folded)) {
    const answered = label === '' ? heading : label
    return answered === '' ? undefined : { shown: '', absent: `${answered} ${value}` }
  }
  if (/[“”„«»"]/u.test(value)) return undefined
  return byStatement({ label, value, heading }) ?? byNoun({ label, value, isAboutWork })
}

const labelWordsMax = 5

/** "ANRE: nu dețin" is about ANRE. */
function labelOf(clause: string): string {
  const label = /^[^:]{1,60}:\s*/u.exec(clause)?.[0] ?? ''
  return label.trim().split(/\s+/u).length <= labelWordsMax ? label : ''
}

const andWord = /\s(?:and|und|et|y|e|și|si)\s/iu

type Labelled = { label: string; value: string }

function byStatement({ label, value, heading }: Labelled & { heading: string }): Negated | undefined {
  const parts = value.split(andWord)
  const at = parts.findIndex((part) => isStatement(part.trim()))
  const found = parts[at]
  if (found === undefined) return undefined
  const after = parts.slice(at + 1)
  // "I do not speak German and French": a short part after "and" belongs to the negation.
  const isListed = after.every((part) => part.trim().split(/\s+/u).length <= listedWordsMax)
  const reach = isListed ? after : []
  const kept = [...parts.slice(0, at), ...(isListed ? [] : after)].join(', ')
  const isWhole = at === 0
  const named = [isWhole ? label : '', found, ...reach].join(' ')
  return {
    shown: isWhole ? kept : `${label}${kept}`,
    absent:
      isWhole && label === '' && heading !== '' && credential.test(foldLetters(heading))
        ? `${heading} ${named}`
        : named,
  }
}

function isStatement(part: string): boolean {
  const folded = foldLetters(part)
  if (!statesAbsence(folded)) return false
  const negation =
    /(?:\b(?:not|nicht|nie|pas|no|nu|never|nunca|jamais|kein\p{L}*|can ?not|aucune?)\b|n['’]?t\b)/u.exec(
      folded,
    )
  const after = negation ? folded.slice(negation.index + negation[0].length) : ''
  const isSelf = /\b(?:i|ich|mir|am|tengo|detin|je|j)\b/u.test(folded)
  return !isHarmless(after.trim()) && (isSelf || !aboutOthers.test(folded))
}

function byNoun({ label, value, isAboutWork }: Labelled & { isAboutWork: boolean }): Negated | undefined {
  const folded = foldLetters(value)
  const leading = leadingNoun.exec(folded)
  const found = leading ?? (isAboutWork ? null : innerNoun.exec(folded))
  if (!found || (!leading && aboutOthers.test(folded.slice(0, found.index)))) return undefined
  const from = found.index
  const rest = folded.slice(from + found[0].length)
  if (rest.trim() === '' || isHarmless(rest.trim())) return undefined
  const isCredential = credential.test(rest)
  if ((isAboutWork || !leading) && !isCredential) return undefined
  const [scope = '', ...others] = value.slice(from).split(andWord)
  const isListed = others.every((part) => part.trim().split(/\s+/u).length <= listedWordsMax)
  const isLabelled = leading !== null && label !== '' && isCredential
  return {
    shown: `${isLabelled ? '' : label}${value.slice(0, from)}${isListed ? '' : others.join(', ')}`,
    absent: `${isLabelled ? label : ''}${[scope, ...(isListed ? others : [])].join(' ')}`,
  }
}
