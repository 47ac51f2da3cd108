// The polite company, as a separate process, so that the attacker can slow it down only at the gateway. It makes calls
// continuously and reports on request what became of them since the last report. Its provider runs in this process as
// well.
import { setTimeout as pause } from 'node:timers/promises'
import { composePdf, textAt } from '@gatehouse/testkit/documents/compose-pdf'
import { startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { nextAddress } from '../../gateway/gateway-setup.ts'
import type { PoliteOrder, PoliteReport } from './polite-company.ts'

const clients = 4
const pauseMs = 15
const parsePauseMs = 100
const chat = '{"model":"svc/chat-cheap","max_tokens":2,"messages":[{"role":"user","content":"Hello"}]}'
const cv = composePdf({
  pages: [
    textAt([72, 700], 'Ada Lovelace') +
      textAt([72, 680], 'Experience') +
      textAt([72, 660], '2019 - 2023 Java developer at Example'),
  ],
})

let report: PoliteReport = { chatMs: [], parseMs: [], failures: [] }
const sim = await startProviderSim({ recordRequests: false })
process.on('disconnect', () => process.exit(0))
process.on('message', (order: PoliteOrder) => {
  if (order.kind === 'begin') {
    for (let client = 0; client < clients; client += 1) void callForEver(order, 'chat')
    void callForEver(order, 'parse')
    return
  }
  process.send?.(report)
  report = { chatMs: [], parseMs: [], failures: [] }
})
process.send?.(sim.baseUrl)

async function callForEver({ url, raw }: Extract<PoliteOrder, { kind: 'begin' }>, what: 'chat' | 'parse') {
  const isChat = what === 'chat'
  for (;;) {
    const startedMs = performance.now()
    try {
      const response = await fetch(`${url}/llm/v1/${isChat ? 'chat/completions' : 'parse/cv'}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${raw}`,
          'content-type': isChat ? 'application/json' : 'application/pdf',
          'x-forwarded-for': nextAddress(),
        },
        body: isChat ? chat : new Uint8Array(cv),
      })
      const text = await response.text()
      if (response.status !== 200) report.failures.push(`${what} ${response.status} ${text.slice(0, 160)}`)
    } catch (thrown) {
      report.failures.push(`${what} ${String(thrown)}`)
    }
    report[isChat ? 'chatMs' : 'parseMs'].push(performance.now() - startedMs)
    await pause(isChat ? pauseMs : parsePauseMs)
  }
}
