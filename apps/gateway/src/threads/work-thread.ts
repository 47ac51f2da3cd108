// The program of a worker thread: does the tasks that it is sent, one at a time. A task that throws ends the thread.
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { packResult, toBuffer } from './pack-result.ts'
import { type ThreadRequest, threadTasks } from './thread-tasks.ts'

type AnyTask = (bytes: Buffer, options: unknown) => object | undefined | Promise<object | undefined>

// Only Linux has per-thread priorities; elsewhere this would lower the priority of the whole process.
if (process.platform === 'linux') setPriority(10)

parentPort?.on('message', ({ name, bytes, options }: ThreadRequest) => {
  void run(threadTasks[name] as AnyTask, toBuffer(bytes), options)
})

async function run(task: AnyTask, bytes: Buffer, options: unknown): Promise<void> {
  const { message, transfer } = packResult(await task(bytes, options))
  parentPort?.postMessage(message, transfer)
}
