import { expect, test } from 'vitest'
import { findSpelledNames } from './acronyms.ts'

const acronyms = (text: string) => findSpelledNames(text).map(({ acronym }) => acronym)

test.each([
  ['Knowledge of the National Planning Policy Framework', ['nppf']],
  ['Registered with the Nursing and Midwifery Council', ['nmc']],
  ['Member of the Royal Town Planning Institute since 2023', ['rtpi']],
  ['Immediate Life Support (ILS)', ['ils']],
  ['worked in London and Paris', []],
])('%s', (text, found) => {
  expect(acronyms(text)).toEqual(found)
})
