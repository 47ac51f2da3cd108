import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { curlSample } from './curl-sample.ts'

test('a read is a line, and a key is sent only where one is needed', () => {
  expect(curlSample({ method: 'GET', path: '/docs', needsBearer: false })).toBe(
    '```sh\ncurl -s "$BASE_URL/docs"\n```',
  )
  expect(curlSample({ method: 'GET', path: '/jobs', needsBearer: true })).toContain('Bearer $API_KEY')
})

test('the shell passes the body on unchanged, whatever its quotes', () => {
  const example = { text: `It's "quoted" $HOME \\ line\nend` }
  const sample = curlSample({ method: 'POST', path: '/parse/cv', needsBearer: true, example })
  const command = sample.replaceAll(/^```.*$/gm, '').replace('curl', String.raw`printf '%s\n'`)
  const printed = execFileSync('bash', ['--norc', '-c', command], {
    env: { BASE_URL: 'b', API_KEY: 'k' },
    encoding: 'utf8',
  })
  expect(printed).toContain(JSON.stringify(example))
  expect(printed).toContain('Authorization: Bearer k\n')
})
