import { readJobText } from '@gatehouse/jobs/read-job-text'
import { expect, test } from 'vitest'
import { type Candidate, choosePool, isCutOff, searchTerms } from './choose-pool.ts'

const job = readJobText(
  'Bricklayer\n\nRequirements\n- Bricklaying\n- Teamwork\n- Knows the harbour district',
  () => 3_000,
)
const terms = searchTerms(job)

function candidate(id: string, shown: Readonly<Record<string, number>>): Candidate {
  return { id, strengths: terms.map(({ key }) => shown[key] ?? 0) }
}

test('names of skills may return more talents than other words', () => {
  const mostOf = (key: string) => terms.find((term) => term.key === key)?.talentsMax ?? 0
  expect(mostOf('occupation:bricklayer')).toBeGreaterThan(mostOf('harbou'))
  expect(mostOf('harbou')).toBeGreaterThan(0)
})

test('a talent of the field comes before any number of talents who show only what every field asks for', () => {
  const others = Array.from({ length: 1_000 }, (_, index) =>
    candidate(`a${index}`, { 'skill:teamwork': 1_000 }),
  )
  const own = candidate('z', { 'skill:bricklaying': 500 })
  const pool = choosePool(job, terms, [...others, own])
  expect(pool[0]).toBe('z')
  expect(pool.length).toBeLessThan(others.length)
})

test('a skill counts once, however many of its names the index shows', () => {
  const byOne = candidate('one', { 'occupation:bricklayer': 1_000 })
  const byBoth = candidate('two', { 'occupation:bricklayer': 1_000, 'occupation:construction worker': 1_000 })
  // At equal estimates the smaller id is first.
  expect(choosePool(job, terms, [byBoth, byOne])).toEqual(['one', 'two'])
})

test('a list that returned as many talents as it may is taken as cut off', () => {
  const [first] = terms
  const shown = Array.from({ length: first?.talentsMax ?? 0 }, (_, index) =>
    candidate(`a${index}`, { [first?.key ?? '']: 1_000 }),
  )
  expect(isCutOff(terms, shown)).toBe(true)
  expect(isCutOff(terms, shown.slice(1))).toBe(false)
})
