// Scores how far a sentence addresses a reader who evaluates: a model, or a person whom it tries to instruct. Single words
// are common in honest CVs, so groups of words are weighed together. The weights come from a logistic regression on
// sentences written for this purpose and on CVs, rounded; the threshold was set on those CVs.
import type { WordGroup } from './injection-words.ts'
import type { TaggedText } from './tag-words.ts'

const groupWeights: Readonly<Partial<Record<WordGroup, number>>> = {
  ignore: 7,
  rules: -5,
  criterion: -4,
  pointing: 7,
  subject: 5,
  candidates: 3,
  rival: -3,
  unfit: 5,
  mark: -4,
  marking: 5,
  favour: -7,
  decision: 10,
  reply: 18,
  every: 5,
  value: 5,
  yes: 17,
  verdict: -4,
  my: 11,
  me: 10,
  as: 3,
  rating: 15,
  must: 10,
  please: -6,
  you: 6,
  machine: -5,
  address: -3,
  check: -5,
  skip: 6,
  without: 8,
  missing: 14,
  pretend: 7,
  setting: 3,
  states: -4,
  denies: 9,
  only: 9,
  newTask: 6,
  confidential: -4,
}
/** For words that stand where an order begins. */
const orderWeights: Readonly<Partial<Record<WordGroup, number>>> = {
  ignore: 6,
  answer: -3,
  favour: -3,
  pretend: 5,
  machine: -5,
}
/** For words in quotation marks. */
const quoteWeights: Readonly<Partial<Record<WordGroup, number>>> = { value: 3, verdict: 5 }

const pairs: readonly { first: WordGroup; second: WordGroup; from: number; to: number; weight: number }[] = [
  { first: 'pointing', second: 'subject', from: 1, to: 2, weight: 9 },
  { first: 'other', second: 'rival', from: -3, to: 3, weight: 6 },
  { first: 'ignore', second: 'rules', from: 1, to: 7, weight: 9 },
  { first: 'every', second: 'criterion', from: -4, to: 4, weight: 8 },
  { first: 'mark', second: 'me', from: 1, to: 3, weight: 4 },
  { first: 'mark', second: 'my', from: 1, to: 3, weight: 10 },
  { first: 'address', second: 'machine', from: 1, to: 4, weight: 5 },
  { first: 'answer', second: 'value', from: 1, to: 4, weight: 3 },
]

/** What an evaluation is about; each entry counts once. */
const fields: readonly (readonly WordGroup[])[] = [
  ['rules'],
  ['criterion'],
  ['subject', 'candidates', 'rival'],
  ['decision'],
  ['reply', 'answer'],
  ['rating'],
  ['value', 'figure'],
  ['verdict'],
  ['machine'],
  ['check'],
  ['reject', 'unfit'],
  ['ignore', 'skip'],
  ['mark', 'marking', 'favour'],
  ['authority'],
]
/** Signs that a reader is addressed; each entry counts once. */
const signs: readonly (readonly WordGroup[])[] = [
  ['you'],
  ['you'],
  ['must'],
  ['please'],
  ['never'],
  ['every'],
  ['only'],
  ['other'],
  ['me', 'my'],
  ['missing'],
  ['settled'],
  ['setting'],
  ['states'],
  ['denies', 'without'],
  ['oneself'],
]
const orders: readonly WordGroup[] = [
  'ignore',
  'mark',
  'answer',
  'favour',
  'reject',
  'skip',
  'pretend',
  'address',
]

const base = -64
const threshold = 22

/** Thanks and requests for confidentiality address an honest reader. */
export function soundsAddressed(tagged: TaggedText, text: string): boolean {
  const { positions } = tagged
  if (positions.size < 2 || positions.has('thanks') || positions.has('confidential')) return false
  return scoreSentence(tagged, text) > threshold
}

function scoreSentence({ positions, led, quoted }: TaggedText, text: string): number {
  const at = (group: WordGroup) => positions.get(group) ?? []
  const sum = (
    weights: Readonly<Partial<Record<WordGroup, number>>>,
    isMeant: (position: number) => boolean,
  ) =>
    (Object.entries(weights) as [WordGroup, number][]).reduce(
      (total, [group, weight]) => total + (at(group).some(isMeant) ? weight : 0),
      0,
    )
  const isPaired = ({ first, second, from, to }: (typeof pairs)[number]) =>
    at(first).some((one) =>
      at(second).some((other) => other !== one && other - one >= from && other - one <= to),
    )
  const found = pairs.filter(isPaired)
  const count = (lists: readonly (readonly WordGroup[])[]) =>
    lists.filter((groups) => groups.some((group) => positions.has(group))).length
  const pointsAtSubject = found.some(({ first }) => first === 'pointing')
  const hasOrder = orders.some((group) => at(group).some((position) => led.has(position)))
  const addressing =
    count(signs) +
    (pointsAtSubject ? 2 : 0) +
    (hasOrder ? 2 : 0) +
    (quoted.size > 0 ? 1 : 0) +
    (text.includes('!') ? 1 : 0)
  const topics = count(fields)
  return (
    base +
    sum(groupWeights, () => true) +
    sum(orderWeights, (position) => led.has(position)) +
    sum(quoteWeights, (position) => quoted.has(position)) +
    found.reduce((total, { weight }) => total + weight, 0) +
    (/\b(?:19|20)\d\d\b/.test(text) ? -12 : 0) +
    (text.includes(': ') ? 3 : 0) +
    (31 * Math.min(addressing, 6)) / 3 +
    (9 * Math.min(topics, 6)) / 3 +
    (15 * Math.min(addressing * topics, 24)) / 8 +
    (addressing >= 2 && topics >= 3 ? 3 : 0)
  )
}
