// Composes the requirements of a job; each names a single thing. If the model paraphrased a requirement, the posting's
// own line is used instead; a requirement that the posting does not state is dropped.
import type { JdData } from '../parsed/parsed-jd.ts'
import type { JdAnswer } from '../question/jd-answer.ts'
import { type FoundLanguage, findLanguages } from '@gatehouse/reading/find-languages'
import { foldPhrase } from '@gatehouse/reading/fold-text'
import { foldValue } from '../../verify/fold-source.ts'
import type { ComposeContext } from './compose-context.ts'
import { hasNumber, namesNumber } from './compose-salary.ts'
import { readEducationLevel } from '@gatehouse/reading/levels'
import { type Checked, confidenceOf } from '../evidence/evidence-checker.ts'
import { numberTextOf, statementAt } from '../evidence/statements-about.ts'
import { isListItem } from '@gatehouse/reading/text-lines'

type Requirement = JdData['requirements'][number]
type Quoted = JdAnswer['requirements'][number]

export type ComposedRequirement = { requirement: Requirement; skillName: string | null }

export function composeRequirements(
  context: ComposeContext,
  { requirements }: JdAnswer,
): ComposedRequirement[] {
  const composed = requirements.flatMap((quoted, index) => {
    const one = composeRequirement(context, `data.requirements[${index}]`, quoted)
    return one ?? []
  })
  // The model makes up the names of groups, so they are renamed.
  const groups = [...new Set(composed.flatMap(({ requirement }) => requirement.any_of_group ?? []))]
  return composed.map(({ requirement, skillName }, index) => {
    const { any_of_group: said } = requirement
    const group = said === null ? null : `g${groups.indexOf(said) + 1}`
    return {
      skillName,
      requirement: Object.assign(requirement, { id: `req_${index + 1}`, any_of_group: group }),
    }
  })
}

function composeRequirement(
  context: ComposeContext,
  path: string,
  quoted: Quoted,
): ComposedRequirement | undefined {
  const { quality, concepts } = context
  const text = checkText(context, path, quoted)
  if (text.value === null) return undefined
  const skill = checkSkill(context, { path, quoted, text })
  const said = numberTextAbout(context, skill, text)
  const language = quoted.category === 'language' ? languageIn(context, text, quoted) : undefined
  const evidence = [...text.evidence, ...skill.evidence]
  const isEducation = quoted.category === 'education'
  const requirement = {
    id: '',
    text: text.value,
    category: quoted.category,
    importance: quoted.importance,
    concept: (quoted.skill_name !== null && skill.value !== null && concepts.get(quoted.skill_name)) || null,
    min_years: checkNumber(context, `${path}.min_years`, { figure: quoted.min_years, said }),
    education_level: isEducation ? (readEducationLevel(text.value) ?? quoted.education_level) : null,
    language: language?.code ?? null,
    min_cefr: language?.cefr ?? null,
    any_of_group: quoted.any_of_group,
    confidence: confidenceOf(evidence, quality),
    evidence,
  }
  return { requirement, skillName: skill.value }
}

type AskedSkill = { path: string; quoted: Quoted; text: Checked }

/** The skill must occur in the requirement itself: in its item of a list, which may go on in the next line. */
function checkSkill({ checker }: ComposeContext, { path, quoted, text }: AskedSkill): Checked {
  const [first, last] = [Math.min(...text.lines), Math.max(...text.lines)]
  const isItem = isListItem(checker.lines[first - 1]?.text ?? '')
  const next = isItem && !isListItem(checker.lines[last]?.text ?? '- ') ? last + 1 : last
  const wanted = foldValue(quoted.skill_name ?? '')
  const places = checker.findAll(quoted.skill_name)
  const spans = places.find(([place]) => {
    if (!place || place.line < first || place.line > next) return false
    const { own } = statementAt(checker.lines, place)
    const isNamed = foldValue(text.value ?? '').includes(wanted)
    return (
      isNamed || (place.line === next && next > last) || foldValue(own).includes(foldValue(text.value ?? ''))
    )
  })
  return checker.accept(`${path}.skill_name`, quoted.skill_name, {
    spans,
    isElsewhere: places.length > 0,
    pointer: quoted,
  })
}

/** The words that may state the years of a requirement: those about its skill, else its lines. */
function numberTextAbout({ checker }: ComposeContext, skill: Checked, text: Checked): string {
  const inText = (line: number) => text.lines.includes(line) || skill.lines.includes(line)
  const places = skill.value === null ? [] : checker.findAll(skill.value).flatMap(([place]) => place ?? [])
  const stated = places
    .filter(({ line }) => inText(line))
    .map((place) => numberTextOf(statementAt(checker.lines, place), hasNumber))
  if (stated.length > 0) return stated.join(' ')
  return checker.lines
    .filter(({ number }) => inText(number))
    .map((line) => line.text)
    .join(' ')
}

/** Drops a number that the text does not contain. */
export function checkNumber(
  { checker }: Pick<ComposeContext, 'checker'>,
  path: string,
  { figure, said }: { figure: number | null; said: string },
): number | null {
  if (figure === null || namesNumber(said, figure)) return figure
  checker.refuse(path, String(figure))
  return null
}

const sharedWordsMin = 0.5
/** Maximum lines of a paraphrased requirement; the words of many lines would support almost any claim. */
const paraphrasedLinesMax = 4

function checkText({ checker }: ComposeContext, path: string, quoted: Quoted): Checked {
  const lines = checker.linesAt(quoted)
  const own = wordsOf(quoted.text)
  const there = wordsOf(lines.map(({ text }) => text).join(' '))
  const shared = [...own].filter((word) => there.has(word)).length
  const isThere = checker.has(quoted.text)
  // A paraphrase of the line: use the line itself.
  const isShort = lines.length > 0 && lines.length <= paraphrasedLinesMax
  if (!isThere && isShort && own.size > 0 && shared / own.size >= sharedWordsMin) {
    const spans = lines.map(({ number, text }) => ({ line: number, start: 0, end: text.length }))
    const evidence = checker.quoteSpans(spans, 'repaired')
    return { value: checker.textAt(quoted), evidence, lines: lines.map(({ number }) => number) }
  }
  return checker.check(`${path}.text`, quoted.text, quoted)
}

function wordsOf(text: string): Set<string> {
  return new Set(foldPhrase(text).match(/[\p{L}\p{N}+#]{3,}/gu) ?? [])
}

function languageIn(
  { checker, vocabulary }: ComposeContext,
  text: Checked,
  quoted: Quoted,
): FoundLanguage | undefined {
  const lines = checker.lines.filter(({ number }) => text.lines.includes(number))
  const found = findLanguages(lines, vocabulary.languages)
  return found.find(({ name }) => quoted.text.toLowerCase().includes(name.toLowerCase())) ?? found[0]
}
