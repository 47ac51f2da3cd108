import { Worker } from 'node:worker_threads'
import { toTransferable, unpackResult } from './pack-result.ts'
import type { TaskName, ThreadRequest } from './thread-tasks.ts'

export type WorkThread = {
  /** False once the thread has ended. */
  isUsable(): boolean
  /** Does one task; must not be called concurrently. Rejects if the thread ends. */
  run(task: { name: TaskName; bytes: Buffer; ownsMemory?: boolean; options: unknown }): Promise<unknown>
  stop(): Promise<void>
}

// Translating an answer of 64 MiB takes about half of it. A thread that needs more ends, and not the process.
const heapMebibytesMax = 1_024

export function startThread(program: URL): WorkThread {
  const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: heapMebibytesMax } })
  // The thread alone must not keep a process alive that is shutting down.
  worker.unref()
  let running: PromiseWithResolvers<unknown> | undefined
  let isUsable = true
  const end = (cause: unknown) => {
    isUsable = false
    running?.reject(new Error('a worker thread ended in the middle of a task', { cause }))
  }
  worker.on('message', (message: object | undefined) => running?.resolve(unpackResult(message)))
  worker.on('error', end)
  worker.on('exit', end)
  return {
    isUsable: () => isUsable,
    run({ name, bytes, ownsMemory = false, options }) {
      running = Promise.withResolvers()
      const owned = toTransferable(bytes, ownsMemory)
      const request: ThreadRequest = { name, bytes: owned, options }
      worker.postMessage(request, [owned.buffer])
      return running.promise
    },
    async stop() {
      isUsable = false
      await worker.terminate()
    },
  }
}
