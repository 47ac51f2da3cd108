// What a job asks for, one thing at a time. A requirement in other words than the posting's keeps the posting's own line
// instead; one that the posting does not make at all is none.
import type { JdData } from '../parsed/parsed-jd.ts'
import type { JdAnswer } from '../question/jd-answer.ts'
import { type FoundLanguage, findLanguages } from '../../rules/find-languages.ts'
import { foldLetters } from '../../rules/fold-letters.ts'
import type { BuildContext } from './build-context.ts'
import { namesNumber } from './build-salary.ts'
import { readEducationLevel } from './classify-words.ts'
import { type Checked, confidenceOf } from '../evidence/evidence-desk.ts'

type Requirement = JdData['requirements'][number]
type Quoted = JdAnswer['requirements'][number]

export type BuiltRequirement = { requirement: Requirement; skillName: string | null }

export function buildRequirements(context: BuildContext, { requirements }: JdAnswer): BuiltRequirement[] {
  const built = requirements.flatMap((quoted, index) => {
    const one = buildRequirement(context, `data.requirements[${index}]`, quoted)
    return one ?? []
  })
  // The names of groups are the model's own words, so they get ours.
  const groups = [...new Set(built.flatMap(({ requirement }) => requirement.any_of_group ?? []))]
  return built.map(({ requirement, skillName }, index) => {
    const { any_of_group: said } = requirement
    const group = said === null ? null : `g${groups.indexOf(said) + 1}`
    return {
      skillName,
      requirement: Object.assign(requirement, { id: `req_${index + 1}`, any_of_group: group }),
    }
  })
}

function buildRequirement(context: BuildContext, path: string, quoted: Quoted): BuiltRequirement | undefined {
  const { desk, quality, concepts } = context
  const text = checkText(context, path, quoted)
  if (text.value === null) return undefined
  const said = desk.textAt(quoted) ?? text.value
  const skill = desk.check(`${path}.skill_name`, quoted.skill_name, quoted)
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

/** A number that is not written is no fact. */
export function checkNumber(
  { desk }: Pick<BuildContext, 'desk'>,
  path: string,
  { figure, said }: { figure: number | null; said: string },
): number | null {
  if (figure === null || namesNumber(said, figure)) return figure
  desk.refuse(path, String(figure))
  return null
}

const sharedWordsMin = 0.5

function checkText({ desk }: BuildContext, path: string, quoted: Quoted): Checked {
  const lines = desk.linesAt(quoted)
  const own = wordsOf(quoted.text)
  const there = wordsOf(lines.map(({ text }) => text).join(' '))
  const shared = [...own].filter((word) => there.has(word)).length
  const isThere = desk.has(quoted.text)
  // Other words for the same line: the line itself is what the posting says.
  if (!isThere && lines.length > 0 && own.size > 0 && shared / own.size >= sharedWordsMin) {
    const spans = lines.map(({ number, text }) => ({ line: number, start: 0, end: text.length }))
    const evidence = desk.quoteSpans(spans, 'repaired')
    return { value: desk.textAt(quoted), evidence, lines: lines.map(({ number }) => number) }
  }
  return desk.check(`${path}.text`, quoted.text, quoted)
}

function wordsOf(text: string): Set<string> {
  return new Set(foldLetters(text).match(/[\p{L}\p{N}+#]{3,}/gu) ?? [])
}

function languageIn(
  { desk, vocabulary }: BuildContext,
  text: Checked,
  quoted: Quoted,
): FoundLanguage | undefined {
  const lines = desk.lines.filter(({ number }) => text.lines.includes(number))
  const found = findLanguages(lines, vocabulary.languages)
  return found.find(({ name }) => quoted.text.toLowerCase().includes(name.toLowerCase())) ?? found[0]
}
