import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawMutants, placeOf } from './draw-mutants.ts'
import { readEarlierKills, writeKills } from './earlier-kills.ts'
import { judgeMutants } from './judge-mutants.ts'
import { rerunUnclear } from './rerun-unclear.ts'
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
  isCarriedOver: false,
})
const many = Array.from({ length: 50 }, (_, line) => ({ ...mutant(line), fileName: 'a.ts' }))

test('a seed draws the same mutants again, another seed draws others', () => {
  const draw = (seed: string, from = many) => drawMutants(from, { seed, count: 10 }).map(({ id }) => id)
  expect(draw('one')).toEqual(draw('one', many.toReversed()))
  expect(draw('one')).toHaveLength(10)
  expect(draw('one')).not.toEqual(draw('two'))
  expect(drawMutants(many, { only: ['7', '3'] }).map(({ id }) => id)).toEqual(['3', '7'])
})

test('nine of ten killed are enough, eight are not, and none made is not', () => {
  const outcomes = (survivors: number) =>
    Array.from({ length: 10 }, (_, line) => outcome(line, line < survivors ? 'Survived' : 'Killed'))
  expect(judgeMutants(outcomes(1), [])).toMatchObject({ killed: 9, made: 10, isPassed: true })
  expect(judgeMutants(outcomes(2), [])).toMatchObject({ killed: 8, made: 10, isPassed: false })
  expect(judgeMutants([], []).isPassed).toBe(false)
  expect(judgeMutants([outcome(1, 'NoCoverage')], []).killed).toBe(0)
  expect(judgeMutants([outcome(1, 'Timeout'), outcome(2, 'Killed')], [])).toMatchObject({
    killed: 2,
    timeouts: 1,
  })
})

test('an accepted survivor does not count, and fails the proof when a test kills it', () => {
  const accepted = [{ fileName: 'a.ts', original: 'a < 1', replacement: 'a > b', reason: 'equivalent' }]
  const survived = judgeMutants([outcome(1, 'Survived'), outcome(2, 'Killed')], accepted)
  expect(survived).toMatchObject({ killed: 1, made: 1, accepted: 1, stale: [], isPassed: true })
  const killed = judgeMutants([outcome(1, 'Killed'), outcome(2, 'Killed')], accepted)
  expect(killed).toMatchObject({ stale: accepted, isPassed: false })
})

test('a timeout counts only if the mutant times out again', async () => {
  const first = [outcome(1, 'Killed'), outcome(2, 'Timeout'), outcome(3, 'Timeout')]
  const repeated: string[] = []
  const again = await rerunUnclear(first, (timedOut) => {
    repeated.push(...timedOut.map(({ id }) => id))
    return Promise.resolve([outcome(2, 'Survived'), outcome(3, 'Timeout')])
  })
  expect(repeated).toEqual(['2', '3'])
  expect(again.map(({ status }) => status)).toEqual(['Killed', 'Survived', 'Timeout'])
  expect(judgeMutants(again, [])).toMatchObject({ killed: 2, made: 3, timeouts: 1 })
  await expect(rerunUnclear(first, () => Promise.resolve([outcome(2, 'Killed')]))).rejects.toThrow(
    'the mutant 3 of a.ts was not repeated',
  )
})

test('a mutant with which the tests cannot be loaded is repeated, and killed if they cannot be loaded again', async () => {
  const first = [outcome(1, 'RuntimeError'), outcome(2, 'RuntimeError')]
  const again = await rerunUnclear(first, () =>
    Promise.resolve([outcome(1, 'RuntimeError'), outcome(2, 'Survived')]),
  )
  expect(judgeMutants(again, [])).toMatchObject({ killed: 1, made: 2, unloadable: 1 })
})

test('a kill is kept until its mutant’s file or its test’s file changes', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'gatehouse-kills-'))
  const store = { folder: join(folder.path, 'kills'), name: 'keys', root: folder.path }
  const write = (name: string, text: string) => writeFile(join(folder.path, name), text)
  for (const name of ['a.ts', 'a.test.ts', 'b.test.ts']) await write(name, 'one')
  expect(await readEarlierKills(store)).toEqual([])
  const outcomes = [
    { ...outcome(1, 'Killed'), killedIn: 'a.test.ts' },
    { ...outcome(2, 'Killed'), killedIn: 'b.test.ts' },
    outcome(3, 'Survived'),
    outcome(4, 'Timeout'),
  ]
  await writeKills(store, outcomes)
  const [first = '', second = ''] = outcomes.map((one) => placeOf(one))
  expect(await readEarlierKills(store)).toEqual([first, second])
  await write('b.test.ts', 'two')
  expect(await readEarlierKills(store)).toEqual([first])
  // The next run tries the second again, and carries over the first.
  await writeKills(store, [
    { ...outcome(1, 'Killed'), isCarriedOver: true },
    { ...outcome(2, 'Killed'), killedIn: 'b.test.ts' },
  ])
  expect(await readEarlierKills(store)).toEqual([first, second])
  await write('a.ts', 'two')
  expect(await readEarlierKills(store)).toEqual([])
})

test('a report is read with the code that each mutant replaces, and one that was not run is an error', () => {
  const source = 'x\na < b\n'
  const report = (
    ...mutants: (ReturnType<typeof mutant> & { statusReason?: string; killedBy?: string[] })[]
  ) => ({
    files: { 'a.ts': { source, mutants } },
  })
  const notDrawn = { ...mutant(1, 'CompileError'), statusReason: 'not drawn' }
  expect(readOutcomes(report(mutant(2), notDrawn, mutant(1, 'Ignored')), 1)).toMatchObject([
    { fileName: 'a.ts', original: 'a < b', status: 'Killed' },
  ])
  const killedEarlier = { ...mutant(2, 'CompileError'), statusReason: 'killed earlier' }
  expect(readOutcomes(report(killedEarlier), 1)).toMatchObject([{ status: 'Killed', isCarriedOver: true }])
  const killed = {
    ...report({ ...mutant(2), killedBy: ['7'] }),
    testFiles: { 'a.test.ts': { tests: [{ id: '7' }] } },
  }
  expect(readOutcomes(killed, 1)).toMatchObject([{ killedIn: 'a.test.ts', isCarriedOver: false }])
  expect(() => readOutcomes(report(mutant(2), notDrawn), 2)).toThrow('1 mutants were drawn of 2')
  expect(() => readOutcomes(report(mutant(1), mutant(2)), 1)).toThrow('2 mutants were drawn of 2, not 1')
  expect(() => readOutcomes(report(mutant(2, 'Pending')), 1)).toThrow('Pending')
})
