import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const script = (lines: number) => `
  import { createLogger, createStdoutSink } from ${JSON.stringify(new URL('create-logger.ts', import.meta.url).href)}
  const stdout = createStdoutSink()
  const logger = createLogger({ service: 'test', level: 'info', sinks: [stdout] })
  for (let number = 0; number < ${lines}; number += 1) logger.info('line', { number, text: 'x'.repeat(900) })
  await stdout.flush()
`

test.each([1, 1_000])(
  'a process that flushes its log before it ends loses none of %i lines',
  async (lines) => {
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script(lines)], {
      maxBuffer: 64 * 1024 * 1024,
    })
    const entries = stdout.trimEnd().split('\n')
    const numbers = entries.map(
      (entry) => (JSON.parse(entry) as { context: { number: number } }).context.number,
    )
    expect(numbers).toEqual(Array.from({ length: lines }, (_, number) => number))
  },
)
