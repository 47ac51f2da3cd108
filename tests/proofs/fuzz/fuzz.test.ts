// A fuzzer that finds nothing proves nothing unless it finds what was planted.
import { mkdtempDisposable, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { corpusFileOf, readCorpus } from './engine/corpus-file.ts'
import { CoverageMap } from './engine/coverage-map.ts'
import { cutInput } from './engine/cut-input.ts'
import { readEarlierRuns, writeRuns } from './engine/earlier-runs.ts'
import { instrumentCode } from './engine/instrument-code.ts'
import { type SurfaceRun, runSurface } from './engine/run-surface.ts'
import { leftOf, reachedBar, toBudget } from './reach.ts'
import { surfaceNames } from './surface-names.ts'

// On a busy machine a thread takes seconds to load its modules.
const patient = { timeout: 300_000 }

function fuzzPlanted(name: string, corpus: readonly Buffer[], silenceMsMax = 3_000): Promise<SurfaceRun> {
  return runSurface({
    surfaceFile: new URL(`planted/${name}.ts`, import.meta.url).href,
    corpus,
    seed: 'planted',
    budget: { executionsMax: 1_000_000, cpuMsMax: 20_000, isTimeEnough: true, findingsMax: 1 },
    silenceMsMax,
    distil: false,
    progress() {},
  })
}

test.for(surfaceNames)('finds the bug that is planted in %s', patient, async (name) => {
  const { findings, crashes } = await fuzzPlanted(name, readCorpus(corpusFileOf(name)))
  expect(crashes).toBeGreaterThan(0)
  expect(findings[0]).toMatchObject({ kind: 'crash' })
})

test('finds an input that never ends', patient, async () => {
  const { findings, hangs, executions } = await fuzzPlanted('hang', [Buffer.from('some text')])
  expect(hangs).toBe(1)
  expect(findings[0]?.input.includes(0x7b)).toBe(true)
  expect(executions).toBeGreaterThan(0)
})

test('finds an input that uses up the memory', patient, async () => {
  // Filling the memory takes seconds on a busy machine, and must not pass for a hang.
  const { findings, crashes } = await fuzzPlanted('exhaust', [Buffer.from('some text')], 60_000)
  expect(crashes).toBe(1)
  expect(findings[0]?.message).toContain('memory')
})

test('counts the branches that code takes, and leaves what it does unchanged', () => {
  const coverage = new CoverageMap()
  const { code, literals } = instrumentCode(
    "function grade(n) { if (n > 8) return 'high'; return n > 4 || n < 0 ? ['middle'] : { low: n } }\ngrade",
    coverage.newId,
  )
  const globals = globalThis as { gatehouseFuzzCounters?: Uint8Array }
  globals.gatehouseFuzzCounters = coverage.counters
  // oxlint-disable-next-line no-eval -- the instrumented code is the text of this test
  const grade = (0, eval)(code) as (n: number) => unknown
  const take = (n: number) => {
    coverage.begin()
    return [grade(n), coverage.takeNew()]
  }
  expect(literals).toEqual(['high', 'middle'])
  expect([take(9), take(9), take(5), take(-1), take(1), take(2)]).toEqual([
    ['high', 2],
    ['high', 0],
    [['middle'], 1],
    [['middle'], 1],
    [{ low: 1 }, 1],
    [{ low: 2 }, 0],
  ])
})

test('chunks are the input, and the same each time', () => {
  const input = Buffer.from('data: {"a":1}\r\n\r\ndata: [DONE]\r\n\r\n')
  expect(Buffer.concat(cutInput(input))).toEqual(input)
  expect(cutInput(input)).toEqual(cutInput(input))
  expect(cutInput(Buffer.alloc(0)).every(({ length }) => length === 0)).toBe(true)
})

test('four core hours count only where an execution takes longer than a millisecond', () => {
  const fourHoursMs = 4 * 3_600_000
  expect(reachedBar({ executions: 10_000_000, cpuMs: 1 }, false)).toBe(true)
  expect(reachedBar({ executions: 9_999_999, cpuMs: fourHoursMs - 1 }, false)).toBe(false)
  expect(reachedBar({ executions: fourHoursMs / 2, cpuMs: fourHoursMs }, false)).toBe(true)
  expect(reachedBar({ executions: fourHoursMs * 0.6, cpuMs: fourHoursMs - 1 }, false)).toBe(false)
})

test('a long run continues the earlier ones until a file that the surface runs changes', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'gatehouse-fuzz-'))
  const inputsFolder = join(folder.path, 'inputs')
  const store = { file: join(folder.path, 'runs.jsonl'), inputsFolder, name: 'a', root: folder.path }
  const code = join(folder.path, 'code.ts')
  await writeFile(code, 'one')
  const nothing = await readEarlierRuns(store)
  expect(nothing).toEqual({ executions: 0, cpuMs: 0, inputs: [] })
  const run = {
    executions: 4_000_000,
    cpuMs: 1_000,
    findings: [],
    files: [pathToFileURL(code).href],
    kept: [Buffer.from([0xff])],
  }
  await writeRuns(store, nothing, run)
  await writeRuns(store, await readEarlierRuns(store), run)
  const earlier = await readEarlierRuns(store)
  expect(earlier).toEqual({ executions: 8_000_000, cpuMs: 2_000, inputs: [Buffer.from([0xff])] })
  const budget = leftOf(toBudget({ isShort: false, minutes: undefined }), earlier)
  expect(budget).toMatchObject({ executionsMax: 2_000_000, cpuMsMax: 4 * 3_600_000 - 2_000 })
  const found = { kind: 'crash', input: Buffer.alloc(0), message: '' } as const
  await writeRuns(store, earlier, { ...run, findings: [found] })
  expect(await readEarlierRuns(store)).toEqual(earlier)
  await writeRuns({ ...store, name: 'b' }, nothing, run)
  await rm(inputsFolder, { recursive: true })
  expect(await readEarlierRuns(store)).toEqual({ ...earlier, inputs: [] })
  await writeFile(code, 'two')
  expect(await readEarlierRuns(store)).toEqual(nothing)
})
