import { expect, test } from 'vitest'
import { drawMutants } from './draw-mutants.ts'
import { judgeMutants } from './judge-mutants.ts'
import { type MutantOutcome, readOutcomes } from './run-stryker.ts'

const place = (line: number) => ({ start: { line, column: 1 }, end: { line, column: 6 } })
const mutant = (line: number, status = 'Killed') => ({
  id: String(line),
  mutatorName: 'EqualityOperator',
  replacement: 'a > b',
  location: place(line),
  status,
})
const outcome = (line: number, status: MutantOutcome['status']): MutantOutcome => ({
  ...mutant(line),
  fileName: 'a.ts',
  original: `a < ${line}`,
  status,
})
const many = Array.from({ length: 50 }, (_, line) => ({ ...mutant(line), fileName: 'a.ts' }))

test('a seed draws the same mutants again, another seed draws others', () => {
  const draw = (seed: string, from = many) => drawMutants(from, { seed, count: 10 }).map(({ id }) => id)
  expect(draw('one')).toEqual(draw('one', many.toReversed()))
  expect(draw('one')).toHaveLength(10)
  expect(draw('one')).not.toEqual(draw('two'))
})

test('nine of ten killed are enough, eight are not, and none made is not', () => {
  const outcomes = (survivors: number) =>
    Array.from({ length: 10 }, (_, line) => outcome(line, line < survivors ? 'Survived' : 'Killed'))
  expect(judgeMutants(outcomes(1), [])).toMatchObject({ killed: 9, made: 10, isPassed: true })
  expect(judgeMutants(outcomes(2), [])).toMatchObject({ killed: 8, made: 10, isPassed: false })
  expect(judgeMutants([], []).isPassed).toBe(false)
  expect(judgeMutants([outcome(1, 'NoCoverage')], []).killed).toBe(0)
  expect(judgeMutants([outcome(1, 'Timeout')], []).killed).toBe(1)
})

test('an accepted survivor does not count, and fails the proof when a test kills it', () => {
  const accepted = [{ fileName: 'a.ts', original: 'a < 1', replacement: 'a > b', reason: 'equivalent' }]
  const survived = judgeMutants([outcome(1, 'Survived'), outcome(2, 'Killed')], accepted)
  expect(survived).toMatchObject({ killed: 1, made: 1, accepted: 1, stale: [], isPassed: true })
  const killed = judgeMutants([outcome(1, 'Killed'), outcome(2, 'Killed')], accepted)
  expect(killed).toMatchObject({ stale: accepted, isPassed: false })
})

test('a report is read with the code that each mutant replaces, and one that was not run is an error', () => {
  const source = 'x\na < b\n'
  const report = (...mutants: (ReturnType<typeof mutant> & { statusReason?: string })[]) => ({
    files: { 'a.ts': { source, mutants } },
  })
  const notDrawn = { ...mutant(1, 'CompileError'), statusReason: 'not drawn' }
  expect(readOutcomes(report(mutant(2), notDrawn, mutant(1, 'Ignored')), 1)).toMatchObject([
    { fileName: 'a.ts', original: 'a < b', status: 'Killed' },
  ])
  expect(() => readOutcomes(report(mutant(2), notDrawn), 2)).toThrow('1 mutants were drawn of 2')
  expect(() => readOutcomes(report(mutant(2, 'RuntimeError')), 1)).toThrow('RuntimeError')
})
