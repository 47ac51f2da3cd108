// Preloaded into a gateway that a proof measures (`--import`): answers the proof's questions about this process on file
// descriptor 3, one line each. It costs nothing while it is not asked.
import { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { isMainThread } from 'node:worker_threads'
import { AllocationMeter } from './allocation-meter.ts'
import { LoopWatch } from './loop-watch.ts'
import type { ProbeAnswers, ProbeQuestion } from './questions.ts'

// Threads and processes that the gateway starts inherit the flag that loads this file.
if (isMainThread && process.argv[1]?.endsWith('apps/gateway/src/main.ts')) answerQuestions()

function answerQuestions(): void {
  const channel = new Socket({ fd: 3 })
  channel.unref()
  channel.on('error', () => channel.destroy())
  const allocations = new AllocationMeter()
  const loop = new LoopWatch()
  const answers: { [Name in ProbeQuestion]: (argument: number) => ProbeAnswers[Name] } = {
    startAllocations: () => allocations.start(),
    stopAllocations: () => allocations.stop(),
    startLoop: (tickMs) => loop.start(tickMs),
    stopLoop: () => loop.stop(),
  }
  createInterface({ input: channel }).on('line', (line) => {
    const [question, argument] = line.split(' ')
    const answer = answers[question as ProbeQuestion](Number(argument))
    channel.write(`${JSON.stringify(answer ?? null)}\n`)
  })
}
