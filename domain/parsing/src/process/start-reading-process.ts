import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { DocumentLimits } from '../limits/document-limits.ts'
import { type ReadOutcome, refuse } from '../read-outcome.ts'
import { findLibraryFolder } from '../pdfjs/library-folder.ts'
import type { ReadAnswer, ReadOrder } from './read-order.ts'

export type ReadingProcess = {
  /** Settles when it can take a document; rejects when it ends before that. */
  ready: Promise<void>
  /** False once it ended, or is about to. */
  isUsable(): boolean
  /** One document at a time. */
  read(bytes: Uint8Array): Promise<ReadOutcome>
  stop(): Promise<void>
}

export type ProcessOptions = { limits: DocumentLimits; documentsMax: number }

const startMsMax = 120_000

export function startReadingProcess(options: ProcessOptions): ReadingProcess {
  const child = fork(new URL('reading-process.ts', import.meta.url), [JSON.stringify(options)], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // A parser that is tricked finds no secret of ours, reads only its own code, writes nothing and runs no text.
    env: {},
    execArgv: [
      '--permission',
      '--allow-worker',
      ...readablePaths().map((path) => `--allow-fs-read=${path}`),
      '--disallow-code-generation-from-strings',
      // V8 bounds its own heap at once; what it does not count is the watcher's part, which looks only so often.
      '--max-old-space-size=128',
      '--max-semi-space-size=8',
    ],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let isUsable = true
  void ended.then(() => (isUsable = false))
  return {
    ready: waitUntilReady(child),
    isUsable: () => isUsable,
    async read(bytes) {
      const { outcome, isLast } = await readWith(child, bytes, options.limits.wallMsMax)
      isUsable &&= !isLast
      return outcome
    },
    async stop() {
      isUsable = false
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await ended
    },
  }
}

function readablePaths(): string[] {
  return [`${fileURLToPath(new URL('../../', import.meta.url))}*`, `${findLibraryFolder()}/*`]
}

function waitUntilReady(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const fail = () => reject(new Error('The process that reads documents did not start.'))
  const timer = setTimeout(fail, startMsMax).unref()
  child.once('message', () => {
    clearTimeout(timer)
    resolve()
  })
  child.once('exit', fail)
  child.once('error', fail)
  // Nobody may be waiting yet when it fails.
  promise.catch(() => {})
  return promise
}

async function readWith(child: ChildProcess, bytes: Uint8Array, wallMsMax: number): Promise<ReadAnswer> {
  const { promise, resolve } = Promise.withResolvers<ReadAnswer>()
  let isOverdue = false
  const timer = setTimeout(() => {
    isOverdue = true
    child.kill('SIGKILL')
  }, wallMsMax)
  const onAnswer = (answer: unknown) => resolve(answer as ReadAnswer)
  const onEnd = (_code: number | null, signal: NodeJS.Signals | null) =>
    resolve({ outcome: judgeEnd(signal, isOverdue), isLast: true })
  child.once('message', onAnswer)
  child.once('exit', onEnd)
  const order: ReadOrder = { bytes }
  child.send(order, (error) => {
    // It ended before it took the document: its `exit` says why.
    if (error) child.kill('SIGKILL')
  })
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    child.off('message', onAnswer)
    child.off('exit', onEnd)
  }
}

/** What an end without an answer means: the watcher's two signals, V8's abort on a full heap, or a crash. */
function judgeEnd(signal: NodeJS.Signals | null, isOverdue: boolean): ReadOutcome {
  if (isOverdue || signal === 'SIGXCPU') return refuse('time')
  return refuse(signal === 'SIGKILL' || signal === 'SIGABRT' || signal === 'SIGTRAP' ? 'memory' : 'damaged')
}
