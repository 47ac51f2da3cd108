import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import type { FirstReading } from '../testing/first-reading-thread.ts'

test('the names that rules look up are built when the workers are opened, not by the first document', async () => {
  const thread = new Worker(new URL('../testing/first-reading-thread.ts', import.meta.url))
  const [measured] = (await once(thread, 'message')) as [FirstReading]
  await thread.terminate()
  expect(measured.firstReadCpuMs).toBeLessThan(measured.openedCpuMs)
})
