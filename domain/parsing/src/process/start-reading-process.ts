import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { DocumentLimits } from '../limits/document-limits.ts'
import { type ReadOutcome, refuse } from '../read-outcome.ts'
import { findLibraryFolder } from '../pdfjs/load-pdf-library.ts'
import type { ReadReply, ReadRequest } from './process-messages.ts'

export type ReadingProcess = {
  /** Resolves once the process can take a document; rejects if it exits before that. */
  ready: Promise<void>
  /** False once the process has exited or is about to. */
  isUsable(): boolean
  /** Reads one document; must not be called concurrently. */
  read(bytes: Uint8Array): Promise<ReadOutcome>
  stop(): Promise<void>
}

export type ProcessOptions = { limits: DocumentLimits; documentsMax: number }

const startMsMax = 120_000

export function startReadingProcess(options: ProcessOptions): ReadingProcess {
  const child = fork(new URL('reading-process.ts', import.meta.url), [JSON.stringify(options)], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // A compromised parser finds no secrets, can read nothing but its own code, cannot write, and cannot evaluate
    // strings as code.
    env: {},
    execArgv: [
      '--permission',
      '--allow-worker',
      ...readablePaths().map((path) => `--allow-fs-read=${path}`),
      '--disallow-code-generation-from-strings',
      // V8 enforces its own heap limit immediately; the watcher covers the memory that V8 does not count, but only
      // polls.
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

/** The code that the process may read: this package, the package that it reads lines with, and pdf.js. */
function readablePaths(): string[] {
  const own = fileURLToPath(new URL('../../', import.meta.url))
  const reading = fileURLToPath(new URL('../', import.meta.resolve('@gatehouse/reading/text-lines')))
  return [`${own}*`, `${reading}*`, `${findLibraryFolder()}/*`]
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
  // The start may fail before a caller awaits `ready`; this prevents an unhandled rejection.
  promise.catch(() => {})
  return promise
}

async function readWith(child: ChildProcess, bytes: Uint8Array, wallMsMax: number): Promise<ReadReply> {
  const { promise, resolve } = Promise.withResolvers<ReadReply>()
  let isOverdue = false
  const timer = setTimeout(() => {
    isOverdue = true
    child.kill('SIGKILL')
  }, wallMsMax)
  const onReply = (reply: unknown) => resolve(reply as ReadReply)
  const onEnd = (_code: number | null, signal: NodeJS.Signals | null) =>
    resolve({ outcome: judgeEnd(signal, isOverdue), isLast: true })
  child.once('message', onReply)
  child.once('exit', onEnd)
  const request: ReadRequest = { bytes }
  child.send(request, (error) => {
    // The document could not be sent. The process must end, because its `exit` event settles the promise.
    if (error) child.kill('SIGKILL')
  })
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    child.off('message', onReply)
    child.off('exit', onEnd)
  }
}

/** Interprets an exit without a reply: one of the watcher's two signals, V8's abort on a full heap, or a crash. */
function judgeEnd(signal: NodeJS.Signals | null, isOverdue: boolean): ReadOutcome {
  if (isOverdue || signal === 'SIGXCPU') return refuse('time')
  return refuse(signal === 'SIGKILL' || signal === 'SIGABRT' || signal === 'SIGTRAP' ? 'memory' : 'damaged')
}
