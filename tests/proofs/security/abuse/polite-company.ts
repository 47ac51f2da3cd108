import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export type PoliteOrder = { kind: 'begin'; url: string; raw: string } | { kind: 'report' }

/** Durations of the company's calls since the last report, and the calls that failed. */
export type PoliteReport = { chatMs: number[]; parseMs: number[]; failures: string[] }

export type PoliteCompany = Disposable & {
  providerUrl: string
  begin(gatewayUrl: string, rawKey: string): void
  report(): Promise<PoliteReport>
}

const entry = fileURLToPath(new URL('./polite-process.ts', import.meta.url))

export async function startPoliteCompany(): Promise<PoliteCompany> {
  const child = fork(entry, { serialization: 'advanced' })
  const heard: ((message: unknown) => void)[] = []
  child.on('message', (message) => heard.shift()?.(message))
  const hear = () => new Promise<unknown>((resolve) => heard.push(resolve))
  const providerUrl = String(await hear())
  const send = (order: PoliteOrder) => child.send(order)
  return {
    providerUrl,
    begin: (url, raw) => void send({ kind: 'begin', url, raw }),
    async report() {
      send({ kind: 'report' })
      return (await hear()) as PoliteReport
    },
    [Symbol.dispose]: () => void child.kill(),
  }
}
