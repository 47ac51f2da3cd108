import { expect, test } from 'vitest'
import { createReportProgress } from './tools.ts'

function listen(progressToken: number | undefined) {
  const sent: unknown[] = []
  const report = createReportProgress({
    progressToken,
    async notify({ params }) {
      sent.push(params?.['progress'])
      if (sent.length === 1) throw new Error('the client has disconnected')
    },
  })
  return { sent, report: (done: number) => report({ done, total: 3, message: 'so far' }) }
}

test('progress is reported only if it increases, and a failed notification is ignored', () => {
  const { sent, report } = listen(7)
  for (const done of [0, 0, 1, 1, 0, 3]) report(done)
  expect(sent).toEqual([0, 1, 3])
})

test('a client that did not request progress gets none', () => {
  const { sent, report } = listen(undefined)
  report(1)
  expect(sent).toEqual([])
})
