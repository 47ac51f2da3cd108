// The proof's end of the channel to a measured process; see preload.ts.
import { createInterface } from 'node:readline'
import type { Duplex } from 'node:stream'
import type { ProbeAnswers, ProbeQuestion } from './questions.ts'

export type Probe = {
  ask<Name extends ProbeQuestion>(question: Name, argument?: number): Promise<ProbeAnswers[Name]>
}

export function connectProbe(channel: Duplex): Probe {
  const waiting: PromiseWithResolvers<unknown>[] = []
  createInterface({ input: channel }).on('line', (line) => waiting.shift()?.resolve(JSON.parse(line)))
  const fail = () => {
    for (const waiter of waiting.splice(0)) waiter.reject(new Error('the measured process has exited'))
  }
  channel.on('error', fail)
  channel.on('close', fail)
  return {
    ask<Name extends ProbeQuestion>(question: Name, argument = 0) {
      const waiter = Promise.withResolvers<unknown>()
      waiting.push(waiter)
      channel.write(`${question} ${argument}\n`)
      return waiter.promise as Promise<ProbeAnswers[Name]>
    },
  }
}
