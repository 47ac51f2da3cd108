import type { FaultPlan } from '@gatehouse/testkit/start-provider-sim'
import type { Random } from '../../../kit/seeded-random.ts'
import { type Run, countFrames, usagePlaces } from '../run.ts'
import { type RunSource, type UnnamedRun, randomUsage } from './run-source.ts'

type Fault = NonNullable<FaultPlan['fault']>
type Shape = NonNullable<FaultPlan['shape']>

const pointKinds = [
  'cut_between_frames',
  'cut_mid_frame',
  'end_early',
  'error_mid_stream',
  'garbage_frame',
  'hang_mid_stream',
] as const

const wholeFaults: readonly Fault[] = [
  { kind: 'reset_before_headers' },
  { kind: 'hang_before_headers' },
  { kind: 'garbage_body', body: 'invalid_json' },
  { kind: 'garbage_body', body: 'html' },
  ...[400, 401, 402, 403, 404, 408, 409, 413, 415, 422, 429, 500, 502, 503, 504].map((status) => ({
    kind: 'status' as const,
    status,
  })),
  { kind: 'status', status: 503, html: true },
]

/** The provider breaks off, responds wrongly, or reports usage in an unusual way; the client stays to the end. */
export function planProviderRuns(random: Random): RunSource {
  const all = [
    ...everyPlace(random),
    ...everyUsage(random),
    ...wholeFaults.flatMap((fault) => [true, false].map((isStream) => runOf({ fault }, { isStream }))),
    ...pointKinds.map((kind) => runOf({ fault: pointFault(random, kind, 1) }, { isStream: false })),
  ]
  const always = [true, false].flatMap((isStream) =>
    Array.from({ length: 4 }, () => runOf({ usage: { exact: randomUsage(random) } }, { isStream })),
  )
  return { always, all, another: () => randomRun(random) }
}

function runOf(plan: Partial<Run['plan']>, rest: Partial<UnnamedRun> = {}): UnnamedRun {
  return { cause: 'provider', isStream: true, choices: 1, plan: { outputTokens: 6, ...plan }, ...rest }
}

function everyPlace(random: Random): UnnamedRun[] {
  return usagePlaces.flatMap((place) => {
    const usage = { place, exact: randomUsage(random) }
    const frames = countFrames(runOf({ usage }))
    return Array.from({ length: frames + 1 }, (_, after) =>
      pointKinds.map((kind) => runOf({ usage, fault: pointFault(random, kind, after) })),
    ).flat()
  })
}

function pointFault(random: Random, kind: (typeof pointKinds)[number], after: number): Fault {
  return kind === 'cut_mid_frame' ? { kind, after, bytes: random.integer(1, 400) } : { kind, after }
}

function everyUsage(random: Random): UnnamedRun[] {
  const values = ['negative', 'fractional', 'string', 'huge'] as const
  const fields = ['prompt_tokens', 'completion_tokens', 'total_tokens', 'cached_tokens'] as const
  const spoilt = fields.flatMap((field) => values.map((value) => ({ field, value })))
  const usages = usagePlaces.flatMap((place) => [
    { place, exact: randomUsage(random) },
    ...(place === 'nowhere' ? [] : spoilt.map((bad) => ({ place, exact: randomUsage(random), bad }))),
  ])
  return usages.flatMap((usage) => [true, false].map((isStream) => runOf({ usage }, { isStream })))
}

function randomRun(random: Random): UnnamedRun {
  const choices = random.pick([1, 1, 1, 2, 3])
  const usage = { place: random.pick(usagePlaces), exact: randomUsage(random) }
  const plan = { outputTokens: random.integer(0, 12), usage, shape: randomShape(random) }
  const after = random.integer(0, countFrames({ choices, plan }))
  const isStream = random.fraction() < 0.9
  // Hangs are rare, because each of them waits for a time limit.
  const kind = random.pick(random.fraction() < 0.03 ? pointKinds : pointKinds.slice(0, -1))
  const hasFault = random.fraction() < 0.85
  return runOf(
    { ...plan, ...(hasFault && { fault: pointFault(random, kind, after) }) },
    { choices, isStream },
  )
}

function randomShape(random: Random): Shape {
  const maybe = (share: number, shape: Shape): Shape => (random.fraction() < share ? shape : {})
  return {
    ...maybe(0.2, { writeBytesMax: random.integer(1, 300) }),
    ...maybe(0.2, { crlf: true }),
    ...maybe(0.2, { comments: true }),
    ...maybe(0.2, { multiLineData: true }),
    ...maybe(0.1, { duplicateDone: true }),
    ...maybe(0.2, { frameDelayMs: random.integer(1, 5) }),
    ...maybe(0.05, { bigFrameKib: random.integer(1, 100) }),
  }
}
