import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const program = `
  import { readFileSync, readdirSync } from 'node:fs'
  import { getPriority } from 'node:os'
  import { preferMainThread } from ${JSON.stringify(new URL('prefer-main-thread.ts', import.meta.url).href)}
  preferMainThread()
  const ids = readdirSync('/proc/self/task').map(Number)
  const isHelper = (id) => readFileSync('/proc/self/task/' + id + '/comm', 'utf8').startsWith('V8Worker')
  console.log(JSON.stringify({
    main: getPriority(process.pid),
    helpers: ids.filter(isHelper).map((id) => getPriority(id)),
    others: ids.filter((id) => !isHelper(id)).map((id) => getPriority(id)),
  }))`

test('only the helper threads get a lower priority', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  const { main, helpers, others } = JSON.parse(output) as Record<'helpers' | 'others', number[]> & {
    main: number
  }
  expect(helpers).toHaveLength(4)
  expect(new Set(helpers)).toEqual(new Set([main + 10]))
  expect(new Set(others)).toEqual(new Set([main]))
})
