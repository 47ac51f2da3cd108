import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Proof, type ProofContext, type ProofResult, judged, notMeasured } from '../proof.ts'
import { addFinding, corpusFileOf, readCorpus, replaceFound } from './engine/corpus-file.ts'
import { type SurfaceRun, runSurface } from './engine/run-surface.ts'
import type { Budget, ThreadReport } from './engine/thread-messages.ts'
import { type RunStore, noEarlierRuns, readEarlierRuns, writeRuns } from './engine/earlier-runs.ts'
import { leftOf, reachedBar, toBudget } from './reach.ts'
import { surfaceNames } from './surface-names.ts'

/** The short form repeats the same inputs on every push; the long form takes new ones. */
const shortSeed = 'push'

export const proof: Proof = {
  name: 'fuzz',
  tier: 'push',
  claim:
    'no bytes from outside (requests, streams, GraphQL, tokens, signatures, uploads, documents, MCP messages) crash the code that reads them, make it hang, or break what it promises',
  bar: 'each surface: 10^7 executions, or 4 core hours if one takes longer than 1 ms; 0 crashes, 0 hangs over 1 s',
  async run(context) {
    const names = surfaceNames.filter((name) => context.isShort || isAsked(name))
    const seed = process.env['FUZZ_SEED'] ?? (context.isShort ? shortSeed : new Date().toISOString())
    const budget = toBudget({ isShort: context.isShort, minutes: process.env['FUZZ_MINUTES'] })
    context.progress(`seed ${seed} (FUZZ_SEED); ${names.length} surfaces`)
    const runs = new Map<string, SurfaceRun>()
    const waiting = [...names]
    const fuzzOneByOne = async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
        runs.set(name, await fuzz(name, { seed, budget, context }))
    }
    const cores = Number(process.env['FUZZ_CORES'] ?? Math.min(2, availableParallelism()))
    await Promise.all(Array.from({ length: cores }, fuzzOneByOne))
    return judge(runs, context.isShort)
  },
}

/** FUZZ_ONLY, such as `sse-frames,access-token`, restricts a long run by hand. */
function isAsked(name: string): boolean {
  const only = process.env['FUZZ_ONLY']
  return only === undefined || only.split(',').includes(name)
}

type FuzzOptions = { seed: string; budget: Budget; context: ProofContext }

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** A long run continues the earlier ones. */
function storeOf(name: string, { isShort }: ProofContext): RunStore | undefined {
  if (isShort) return undefined
  return { file: `${root}docs/fuzzed.jsonl`, inputsFolder: `${root}.ci/fuzzed`, name, root }
}

/** Returns the run together with the earlier ones that it continues. */
async function fuzz(name: string, { seed, budget, context }: FuzzOptions): Promise<SurfaceRun> {
  const store = storeOf(name, context)
  const earlier = store ? await readEarlierRuns(store) : noEarlierRuns
  const file = corpusFileOf(name)
  const distil = process.env['FUZZ_SAVE'] === '1'
  let shownMs = performance.now()
  const run = await runSurface({
    surfaceFile: new URL(`surfaces/${name}.ts`, import.meta.url).href,
    corpus: [...readCorpus(file), ...earlier.inputs],
    seed: `${name} ${seed}`,
    budget: leftOf(budget, earlier),
    distil,
    progress(report) {
      if (performance.now() - shownMs < (context.isShort ? 5_000 : 30_000)) return
      shownMs = performance.now()
      context.progress(`${name}: ${describeReport(report)}`)
    },
  })
  for (const { kind, input, message } of run.findings) {
    context.progress(`${name}: ${kind}: ${message}: ${JSON.stringify(input.toString().slice(0, 400))}`)
    addFinding(file, input, `${kind}: ${message}`)
    context.progress(
      `${name}: added to ${file}, with which every run begins; FUZZ_ONLY=${name} pnpm prove fuzz repeats it`,
    )
  }
  if (distil && run.findings.length === 0) replaceFound(file, run.distilled)
  if (store) await writeRuns(store, earlier, run)
  const total = {
    ...run,
    executions: earlier.executions + run.executions,
    cpuMs: earlier.cpuMs + run.cpuMs,
  }
  context.progress(`${name}: ${describeReport(total)}, ${run.crashes} crashes, ${run.hangs} hangs`)
  return total
}

function describeReport({ executions, cpuMs, corpusSize, features }: Omit<ThreadReport, 'crashes'>): string {
  const perSecond = (1_000 * executions) / Math.max(1, cpuMs)
  return `${executions.toLocaleString('en')} executions in ${(cpuMs / 1_000).toFixed(0)} s of a core (${perSecond.toFixed(0)} per s), ${corpusSize} inputs kept, ${features} features`
}

function judge(runs: ReadonlyMap<string, SurfaceRun>, isShort: boolean): ProofResult {
  const figure = [...runs]
    .map(
      ([name, { executions, crashes, hangs }]) =>
        `${name} ${executions.toLocaleString('en')} / ${crashes} / ${hangs}`,
    )
    .join(', ')
  const text = `executions / crashes / hangs: ${figure}`
  const isSound = [...runs.values()].every(({ crashes, hangs }) => crashes + hangs === 0)
  const short = [...runs].filter(([, run]) => !reachedBar(run, isShort)).map(([name]) => name)
  const missing = surfaceNames.filter((name) => !runs.has(name))
  if (!isSound) return judged({ figure: text, isPassed: false })
  if (short.length + missing.length > 0)
    return notMeasured(`${text}; too few executions: ${[...short, ...missing].join(', ')}`)
  return judged({ figure: text, isPassed: true })
}
