import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

function run(...args: string[]) {
  return spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'it prints its address in one line, serves requests there, and %s stops it',
  async (signal) => {
    const child = run('--port', '0', '--tokens-per-second', '1000', '--api-key', 'k')
    const exited = once(child, 'exit')
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
    const [, baseUrl] = /^provider simulator listening on (http:\/\/127\.0\.0\.1:\d+\/v1)$/.exec(line) ?? []
    const models = await fetch(`${baseUrl}/models`, { headers: { authorization: 'Bearer k' } })
    expect(models.status).toBe(200)
    expect((await fetch(`${baseUrl}/models`)).status).toBe(401)
    child.kill(signal)
    expect(await exited).toEqual([0, null])
  },
)

test.each([
  ['--port', 'abc', '--port must be a number from 0 up, not "abc"\n'],
  ['--tokens-per-second', '0', '--tokens-per-second must be a number from 1 up, not "0"\n'],
])('an invalid argument is named and stops it: %s %s', async (name, value, complaint) => {
  const child = run(name, value)
  const exited = once(child, 'exit')
  const [text] = (await once(child.stderr, 'data')) as [Buffer]
  expect(text.toString()).toBe(complaint)
  expect(await exited).toEqual([2, null])
})
