// Composes the requirements of a job; each names a single thing. If the model paraphrased a requirement, the posting's
// own line is used instead; a requirement that the posting does not state is dropped.
import type { JdData } from '../parsed/parsed-jd.ts'
import type { JdAnswer } from '../question/jd-answer.ts'
import { type FoundLanguage, findLanguages } from '@gatehouse/reading/find-languages'
import { foldPhrase } from '@gatehouse/reading/fold-text'
import type { ComposeContext } from './compose-context.ts'
import { namesNumber } from './compose-salary.ts'
import { readEducationLevel } from '@gatehouse/reading/levels'
import { type Checked, confidenceOf } from '../evidence/evidence-checker.ts'

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
  const { checker, quality, concepts } = context
  const text = checkText(context, path, quoted)
  if (text.value === null) return undefined
  const said = checker.textAt(quoted) ?? text.value
  const skill = checker.check(`${path}.skill_name`, quoted.skill_name, quoted)
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

function checkText({ checker }: ComposeContext, path: string, quoted: Quoted): Checked {
  const lines = checker.linesAt(quoted)
  const own = wordsOf(quoted.text)
  const there = wordsOf(lines.map(({ text }) => text).join(' '))
  const shared = [...own].filter((word) => there.has(word)).length
  const isThere = checker.has(quoted.text)
  // A paraphrase of the line: use the line itself.
  if (!isThere && lines.length > 0 && own.size > 0 && shared / own.size >= sharedWordsMin) {
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
