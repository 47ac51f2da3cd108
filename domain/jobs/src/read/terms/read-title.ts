// Finds the title of a posting and the seniority that it states.
import { cutText } from '@gatehouse/reading/cut-text'
import { foldPhrase } from '@gatehouse/reading/fold-text'
import { wordPattern } from '@gatehouse/reading/word-pattern'
import type { Seniority, Stated } from '../../posting.ts'
import type { SectionedLine } from '../posting-line.ts'
import { isTitleLabel } from '../sections/section-words.ts'
import { cleanTitle } from './clean-title.ts'

const genderMark =
  /\((?:[mwfhdxi]\s?[/|]\s?){1,3}[mwfhdxi]\)|\(all genders\)|\b(?:[mwfh]\/[mwfhd](?:\/[dxi])?)\b|\bH\/F\b|\bF\/H\b/iu
const headLines = 5
const titleLettersMax = 300

export type FoundTitle = { text: string; line: number }

/** The first line, unless a label or a mark such as (m/w/d) names another one near it. */
export function readTitle(lines: readonly SectionedLine[]): FoundTitle {
  const head = lines.slice(0, headLines)
  const [first] = lines
  const isMarked = first !== undefined && genderMark.test(first.text)
  const found =
    head.find(({ isTitle }) => isTitle) ??
    afterTitleHeading(head) ??
    (isMarked
      ? first
      : head.find(({ text, isHeading }) => !isHeading && genderMark.test(text) && text.length <= 120)) ??
    first
  return { text: cutText(cleanTitle(found?.text ?? ''), titleLettersMax), line: found?.number ?? 0 }
}

/** A heading such as "Job title" is not the title; the next line is. */
function afterTitleHeading([first, second]: readonly SectionedLine[]): SectionedLine | undefined {
  return first && second && isTitleLabel(first.folded) && !second.isItem ? second : undefined
}

const words: readonly (readonly [Seniority, RegExp])[] = [
  [
    'intern',
    wordPattern([
      'intern|internship|praktikum|praktikant*|stage|stagiaire|practicas|becario|becaria|becario/a|stagiu',
      'stagiar|werkstudent*|working student',
    ]),
  ],
  [
    'executive',
    wordPattern([
      'ceo|cto|cfo|coo|cio|cmo|chief|vp|vice president|geschaftsfuhrer*|vorstand|directeur general',
      'directrice generale|director general|directora general',
    ]),
  ],
  [
    'director',
    wordPattern(
      'head of|director|directors|direktor*|directeur|directrice|directora|director/a|bereichsleit*',
    ),
  ],
  ['lead', wordPattern('lead|leader|principal|tech lead|teamlead|team lead|staff engineer')],
  ['senior', wordPattern('senior|sr|seniors|experte')],
  ['mid', wordPattern('mid|mid-level|midlevel|intermediate|confirme|confirmee|semi-senior|mediu')],
  [
    'entry',
    wordPattern([
      'junior|jr|entry level|entry-level|graduate|debutant|debutante|berufseinsteiger*|einsteiger*|trainee',
      'incepator|absolvent',
    ]),
  ],
  [
    'manager',
    wordPattern([
      'manager|leiter|leiterin|leiter/in|*leiter|*leiterin|leitung|*leitung|responsable|gerente|jefe|jefa',
      'jefe/a|encargado|encargada|encargado/a|supervisor|chef de service|chef dequipe|sef|sefa|coordonator',
      'vorarbeiter*|teamleit*',
    ]),
  ],
]
/** Managers of something other than people, and leaders of projects. */
const leadsNothing = wordPattern([
  'product manager|project manager|account manager|key account manager|program manager|programme manager',
  'community manager|case manager|category manager|office manager|customer success manager',
  'social media manager|marketing manager|content manager|event manager|projektleit*|projektmanager*',
  'produktmanager*|bauleit*|chef de projet|responsable commercial|responsable de cuentas',
  'responsable de proyecto|jefe de proyecto|manager de proiect|data manager|quality manager|risk manager',
  'hr manager|recruiting manager|sales manager|bid manager|change manager|campaign manager',
])

export function readSeniority({ text, line }: FoundTitle): Stated<Seniority> | null {
  const folded = foldPhrase(text)
  const value = words.find(([, pattern]) => pattern.test(folded))?.[0]
  if (value === undefined || (value === 'manager' && leadsNothing.test(folded))) return null
  return { value, line }
}
