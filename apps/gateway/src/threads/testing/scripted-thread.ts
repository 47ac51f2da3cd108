// A program of a worker thread for tests: returns, fails or never ends, as it is asked to.
import { parentPort, threadId } from 'node:worker_threads'

parentPort?.on('message', ({ options }: { options: 'answer' | 'fail' | 'hang' }) => {
  if (options === 'fail') throw new Error('a planted failure')
  if (options === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  parentPort?.postMessage({ threadId }, [])
})
